"""Catches its own exceptions and reports them."""

from miniature import Reply, Request, acts_up, say, serve


def has_bugs(request: Request, reply: Reply) -> None:
    data = {"message": "no such seat", "traceback": "line 7"}
    error = {"code": -32003, "message": "engine-fault", "data": data}
    say({"jsonrpc": "2.0", "id": reply["id"], "error": error} if acts_up(request) else reply)


serve(has_bugs)
