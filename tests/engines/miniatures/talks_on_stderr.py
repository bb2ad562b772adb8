"""Fills standard error, which is allowed."""

import sys

from miniature import Reply, Request, acts_up, say, serve


def talks_on_stderr(request: Request, reply: Reply) -> None:
    if acts_up(request):
        print("seat 1 thinks\n" * 20000, file=sys.stderr, flush=True)
    say(reply)


serve(talks_on_stderr)
