"""Leaves out the member that says JSON-RPC 2.0."""

from miniature import Reply, Request, acts_up, say, serve


def forgets_jsonrpc(request: Request, reply: Reply) -> None:
    if acts_up(request):
        del reply["jsonrpc"]
    say(reply)


serve(forgets_jsonrpc)
