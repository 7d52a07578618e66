"""The same rules compiled, and where that is kept; nothing here is needed to play."""
