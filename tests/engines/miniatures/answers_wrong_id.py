"""Answers with the id of a request that was never sent."""

from miniature import Reply, Request, acts_up, say, serve


def answers_wrong_id(request: Request, reply: Reply) -> None:
    say(reply | {"id": 4711} if acts_up(request) else reply)


serve(answers_wrong_id)
