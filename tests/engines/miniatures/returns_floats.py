"""Pays with a floating point number."""

from miniature import Reply, Request, acts_up, say, serve


def returns_floats(request: Request, reply: Reply) -> None:
    if acts_up(request):
        reply["result"]["ledger"][0]["returned"] = 10.5
    say(reply)


serve(returns_floats)
