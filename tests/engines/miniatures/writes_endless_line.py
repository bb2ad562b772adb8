"""Writes a line that passes every limit."""

from miniature import Reply, Request, acts_up, say, say_text, serve


def writes_endless_line(request: Request, reply: Reply) -> None:
    if acts_up(request):
        say_text("x" * (9 * 1024 * 1024))
    say(reply)


serve(writes_endless_line)
