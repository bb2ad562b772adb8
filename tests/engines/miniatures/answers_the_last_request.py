"""Answers with the id of the request before."""

from miniature import Reply, Request, acts_up, say, serve


def answers_the_last_request(request: Request, reply: Reply) -> None:
    say(reply | {"id": reply["id"] - 1} if acts_up(request) else reply)


serve(answers_the_last_request)
