"""The rules of the games as data: the language, the loader, the compiler, and settling by what they say."""
