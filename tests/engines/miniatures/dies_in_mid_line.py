"""Dies in the middle of an answer."""

import os

from miniature import Reply, Request, acts_up, say, say_text, serve


def dies_in_mid_line(request: Request, reply: Reply) -> None:
    if acts_up(request):
        say_text('{"jsonrpc": "2.0", "id"')
        os._exit(0)
    say(reply)


serve(dies_in_mid_line)
