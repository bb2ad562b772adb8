"""Sends an answer byte by byte, which is allowed."""

import json

from miniature import Reply, Request, acts_up, say, say_text, serve


def answers_in_crumbs(request: Request, reply: Reply) -> None:
    if acts_up(request):
        for letter in json.dumps(reply) + "\n":
            say_text(letter)
    else:
        say(reply)


serve(answers_in_crumbs)
