"""Is ended by a signal, as a segmentation fault would."""

import os
import signal

from miniature import Reply, Request, acts_up, say, serve


def is_killed(request: Request, reply: Reply) -> None:
    if acts_up(request):
        os.kill(os.getpid(), signal.SIGTERM)
    say(reply)


serve(is_killed)
