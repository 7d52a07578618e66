"""How the greedy player judges: the fixed yardstick that other players are measured by, in fractions of a banner.

Plain Python outside the dialect, one decision after another. It shares its tables with the thinking beside it, and
keeps its own judgement: from the same seeds it has to play the same battles for ever.
"""
