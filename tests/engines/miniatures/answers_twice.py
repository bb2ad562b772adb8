"""Sends an answer a second time."""

import json

from miniature import Reply, Request, acts_up, say, say_text, serve


def answers_twice(request: Request, reply: Reply) -> None:
    if acts_up(request):
        say_text((json.dumps(reply) + "\n") * 2)
    else:
        say(reply)


serve(answers_twice)
