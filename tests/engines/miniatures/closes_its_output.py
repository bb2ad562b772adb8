"""Closes standard output and lives on."""

import os
import time

from miniature import Reply, Request, acts_up, say, serve


def closes_its_output(request: Request, reply: Reply) -> None:
    if acts_up(request):
        os.close(1)
        time.sleep(600)
    say(reply)


serve(closes_its_output)
