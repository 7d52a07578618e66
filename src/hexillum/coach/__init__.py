"""The coach: the chances of a battle at any moment, and what luck and decisions did to them.

from hexillum import coach

coach.chances(battle, n=256)        the chance of the top side, with its standard error
coach.Review(battle).run()          luck told from decisions, and mistakes with the better plan, as plain values
"""

from .review import NotReviewed, Progress, Review
from .rollouts import Chance, Roller, chances
from .shapes import FORMAT

__all__ = ["chances", "Chance", "Review", "Progress", "NotReviewed", "Roller", "FORMAT"]
