"""The procedures by number, and in which way a unit rolls at another."""

from __future__ import annotations

from typing import Final

# Procedures, one for each chapter that needs to wait for answers.
TURN: Final = 1
DEAL: Final = 2
MARCH: Final = 3
CLOSE_COMBAT: Final = 4
RANGED_COMBAT: Final = 5
AT_LEADER: Final = 6
ATTACK: Final = 7
LOSSES: Final = 8
RETREAT: Final = 9
RAMPAGE: Final = 10
EVADE: Final = 11
FLIGHT: Final = 12
MIRE: Final = 13
SETTLEMENT: Final = 14
PLACEMENT: Final = 15
LAST: Final = PLACEMENT

# In which way a unit rolls at another.
FIRING: Final = 0
ATTACKING: Final = 1
BATTLING_BACK: Final = 2
STRIKING_FIRST: Final = 3
AMBUSHING: Final = 4
SHOOTING_BACK: Final = 5
