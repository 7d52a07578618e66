"""A player as a package would offer it."""


class Stoic:
    """Takes what comes first."""

    def choose(self, battle):
        return battle.numbers[0]
