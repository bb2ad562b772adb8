"""Sends a field that the protocol does not know."""

from miniature import Reply, Request, acts_up, say, serve


def unknown_field(request: Request, reply: Reply) -> None:
    if acts_up(request):
        reply["result"]["ledger"][0]["payout"] = 10
    say(reply)


serve(unknown_field)
