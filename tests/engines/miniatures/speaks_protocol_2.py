"""Speaks a version of the protocol that does not exist yet."""

from miniature import Reply, Request, say, serve


def speaks_protocol_2(request: Request, reply: Reply) -> None:
    if request["method"] == "hello":
        reply["result"]["protocol"] = 2
    say(reply)


serve(speaks_protocol_2)
