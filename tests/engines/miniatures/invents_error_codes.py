"""Answers with an error code that the protocol does not have."""

from miniature import Reply, Request, acts_up, say, serve


def invents_error_codes(request: Request, reply: Reply) -> None:
    error = {"code": -1, "message": "oops"}
    say({"jsonrpc": "2.0", "id": reply["id"], "error": error} if acts_up(request) else reply)


serve(invents_error_codes)
