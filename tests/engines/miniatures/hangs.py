"""Never answers."""

import time

from miniature import Reply, Request, acts_up, say, serve


def hangs(request: Request, reply: Reply) -> None:
    if acts_up(request):
        time.sleep(600)
    say(reply)


serve(hangs)
