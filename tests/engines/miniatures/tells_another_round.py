"""Answers with a round that nobody asked about."""

from miniature import Reply, Request, acts_up, say, serve


def tells_another_round(request: Request, reply: Reply) -> None:
    if acts_up(request):
        reply["result"]["round"] = "other"
    say(reply)


serve(tells_another_round)
