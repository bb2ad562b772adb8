"""Dies in the third round, with a last word on standard error."""

import itertools
import os
import sys

from miniature import Reply, Request, say, serve

rounds = itertools.count(1)


def dies_in_third_round(request: Request, reply: Reply) -> None:
    if request["method"] == "round.start" and next(rounds) == 3:
        print("the shoe is empty", file=sys.stderr, flush=True)
        os._exit(3)
    say(reply)


serve(dies_in_third_round)
