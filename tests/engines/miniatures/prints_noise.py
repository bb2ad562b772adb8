"""Prints a word for people on standard output, in front of an answer."""

from miniature import Reply, Request, acts_up, say, say_text, serve


def prints_noise(request: Request, reply: Reply) -> None:
    if acts_up(request):
        say_text("shuffling the cards\n")
    say(reply)


serve(prints_noise)
