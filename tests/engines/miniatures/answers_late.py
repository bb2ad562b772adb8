"""Answers after the time limit, as if nothing had happened."""

import time

from miniature import Reply, Request, acts_up, say, serve


def answers_late(request: Request, reply: Reply) -> None:
    if acts_up(request):
        time.sleep(0.6)
    say(reply)


serve(answers_late)
