"""Answers hello and reads no further."""

import time

from miniature import Reply, Request, acts_up, say, serve


def stops_reading(request: Request, reply: Reply) -> None:
    say(reply)
    if acts_up(request):
        time.sleep(600)


serve(stops_reading)
