"""Has no vice: the twin of all the others."""

from miniature import say, serve

serve(lambda _, reply: say(reply))
