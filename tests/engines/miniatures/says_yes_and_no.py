"""Sends a result and an error in one answer."""

from miniature import Reply, Request, acts_up, say, serve


def says_yes_and_no(request: Request, reply: Reply) -> None:
    say(reply | {"error": {"code": -32001, "message": "no"}} if acts_up(request) else reply)


serve(says_yes_and_no)
