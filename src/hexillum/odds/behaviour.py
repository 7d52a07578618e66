"""How both players behave in a battle whose odds are asked: stated beforehand, the same in every branch."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.walk import Way


@dataclass(frozen=True)
class Behaviour:
    """What both sides answer wherever the rules ask them; the defaults are what most players do.

    Nobody plays First Strike or Ambush or spends a token, of several ways the first that is offered is gone, and a
    bonus combat that opens is not fought any more: it has odds of its own.

    >>> Behaviour(evade=True).words()
    'the target evades where it may and shoots back if it can, both ignore all flags they may, a winner advances'
    """

    evade: bool = False  # the target evades where it may (EV-01); it stands by default
    parthian: bool = True  # and shoots back first, if it is of that kind (PS-01)
    ignore: bool = True  # the target ignores as many flags as it may (BM-11), or none
    own_ignore: bool = True  # and so does the attacker when it is battled back
    battle_back: bool = True  # a target that has stood its ground battles back (BB-01)
    advance: bool = True  # an attacker who has won advances onto the hex that is free now (MA-02), or holds

    def words(self, how: str = "close") -> str:
        """The behaviour in words, as far as it matters in "close" combat or in "fire".

        In ranged combat nobody evades, battles back or advances (RC-11, RC-12).

        >>> Behaviour(ignore=False).words("fire")
        'the target ignores no flag'
        """
        if how == "fire":
            return f"the target ignores {'all flags it may' if self.ignore else 'no flag'}"
        if self.evade:
            target = (
                f"the target evades where it may and {'shoots' if self.parthian else 'does not shoot'} back if it can"
            )
        else:
            target = f"the target stands and {'battles' if self.battle_back else 'does not battle'} back"
        flags = {
            (True, True): "both ignore all flags they may",
            (True, False): "the target ignores all flags it may, the attacker none",
            (False, True): "the target ignores no flag, the attacker all it may",
            (False, False): "nobody ignores a flag",
        }[self.ignore, self.own_ignore]
        return f"{target}, {flags}, a winner {'advances' if self.advance else 'holds'}"

    def way(self) -> Way:
        """The behaviour as a walk of the rules takes it (`engine.walk`), each field 0 or 1, with no battle in it yet.

        >>> EVADES.way().evade, STANDS.way().evade
        (1, 0)
        """
        way = Way()
        way.evade, way.parthian = int(self.evade), int(self.parthian)
        way.ignore, way.own_ignore = int(self.ignore), int(self.own_ignore)
        way.battle_back, way.advance = int(self.battle_back), int(self.advance)
        return way


#: What most players do, where the target stands.
STANDS = Behaviour()
#: What most players do, where the target evades if it may.
EVADES = Behaviour(evade=True)
