"""Answers every request but hello and shuffle with the bytes, in hexadecimal digits, that a file holds."""

import sys
from pathlib import Path

from miniature import Reply, Request, acts_up, say, serve


def says_what_it_is_told(request: Request, reply: Reply) -> None:
    if acts_up(request):
        sys.stdout.buffer.write(bytes.fromhex(Path(sys.argv[1]).read_text()))
        sys.stdout.flush()
    else:
        say(reply)


serve(says_what_it_is_told)
