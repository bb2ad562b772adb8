"""Starts a helper that keeps standard output open, and dies."""

import os
import subprocess
import sys

from miniature import Reply, Request, acts_up, say, serve


def leaves_a_child(request: Request, reply: Reply) -> None:
    if acts_up(request):
        helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(helper.pid, file=sys.stderr, flush=True)
        os._exit(3)
    say(reply)


serve(leaves_a_child)
