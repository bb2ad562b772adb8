"""Refuses a round by a rule: no vice, but a no."""

from miniature import Reply, Request, acts_up, say, serve


def refuses(request: Request, reply: Reply) -> None:
    error = {"code": -32001, "message": "too much", "data": {"reason": "limits"}}
    say({"jsonrpc": "2.0", "id": reply["id"], "error": error} if acts_up(request) else reply)


serve(refuses)
