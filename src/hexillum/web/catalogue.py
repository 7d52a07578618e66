"""The tables of the editions as the front end shows them: kinds of units, terrain, cards, switches, in words."""

from __future__ import annotations

from functools import cache
from typing import Final, cast

from .. import __version__
from ..battle.own_rows import looks, model, terrain_changes
from ..battle.view_types import SideWord
from ..battle.words import card_words, doubt_words, orders_by_section
from ..core import ask, event, rulebook
from ..core.cards import CARDS, Card
from ..core.dice import FACES
from ..core.editions import edition_named
from ..core.kinds import KINDS, Kind
from ..core.rows import EDITIONS
from ..core.telling import counted, dice
from ..core.terrain import TERRAINS, Terrain
from ..players import LEVELS
from . import wire
from .words import sentence

#: How many command cards a side has for whom cards are described that are in no hand.
USUAL_COMMAND: Final = 5

#: What each switch does when it is on, and its rule (docs/rulings.md).
SWITCH_WORDS: Final = {
    "exact_evade": ("A unit that cannot evade two full hexes may not evade.", "EV-19"),
    "strict_short_evade": ("A dead end of one hex is no way where a unit can evade onto a lone leader.", "EV-19"),
    "charge_at_leader": ("Warriors may charge two hexes at an enemy leader who is alone.", "FU-08"),
    "escape_full_strength_die": ("An escape through a unit with a full-strength die meets that die, too.", "GAP-11"),
    "retreat_longest_path": ("Where every retreat costs blocks, only the longest ones are allowed.", "RT-25"),
    "tactical_flexibility": ("Unsupported heavy infantry battles back weakly at Roman legions.", "SCEN-12"),
    "bonus_at_leader": ("A bonus combat may go against an enemy leader who is alone.", "BC-07"),
    "superior_in_battle_back": ("Armour and stature count in a battle back, too.", "SA-09"),
    "ambush_before_extra_hex": ("An ambush comes before the further hex of an advance.", "CARD-22"),
    "leadership_gain_only_if_no_token": ("A token spent in the turn forfeits the one of a leadership card.", "IA-12"),
}

_TRAITS: Final = {
    "swords-miss": "Crossed swords do not hit in its close combat.",
    "no-advance": "It never advances after combat.",
    "crew-escapes": "Its crew leaves it when it must retreat.",
    "bonus-always": "It makes a bonus combat after every advance.",
    "extra-hex": "It may advance one hex further before its bonus combat.",
    "scares-horses": "Horses retreat one hex more for each flag that it rolls.",
    "spares-blue-of-horses": "Blue symbols of cavalry and chariots do not hit it.",
    "spares-red-of-horses": "Red symbols of cavalry and chariots do not hit it.",
    "spares-flag-of-horses": "It may ignore a flag of cavalry and chariots.",
    "mirrors": "It rolls the close combat dice of its enemy.",
    "rerolls-swords": "Crossed swords hit and are rolled again.",
    "rampages": "When it must retreat it goes on a rampage.",
    "no-leader-help": "No leader helps it.",
    "no-support": "It neither gives nor takes support.",
    "no-rally": "It does not rally.",
    "superior-stature": "Superior stature: fewer faces hit it.",
    "parthian-shot": "It shoots back while it evades.",
    "no-charge-die": "It gains no die of a charge.",
}
#: What a board draws for each kind of ground.
_FAMILIES: Final[dict[str, wire.Family]] = {
    "clear": "plain",
    "broken-ground": "broken",
    "forest": "forest",
    "hill": "hill",
    "river": "river",
    "fordable-river": "ford",
    "shallow-river": "shallow",
    "bridge": "bridge",
    "sea": "sea",
    "lake": "lake",
    "impassable-hill": "peak",
    "marsh": "marsh",
    "camp": "camp",
    "camp top": "camp",
    "camp bottom": "camp",
    "scalable-wall": "wall",
    "fortified-wall": "fort",
    "gate": "gate",
}
_OWNERS: Final[dict[str, SideWord]] = {"camp top": "top", "camp bottom": "bottom"}
_FOES: Final = {
    "foot": "foot",
    "light-mounted": "light mounted units",
    "medium-mounted": "medium mounted units",
    "heavy-mounted": "heavy mounted units",
    "elephant": "elephants",
}


def kind_words(kind: Kind) -> list[str]:
    """What is special about a kind of unit, a sentence each.

    >>> kind_words(KINDS[0])[0]
    'May evade whoever attacks it.'
    """
    said: list[str] = []
    if kind.evades:
        said.append(f"May evade {_attackers(kind)}.")
    if kind.charge:
        said.append(f"May move {kind.charge} hexes to close combat.")
    if kind.close_after >= 0:
        said.append(f"Close combat only {_after_move(kind.close_after)}.")
    if kind.range and kind.fire_after >= 0:
        said.append(f"Fires only {_after_move(kind.fire_after)}.")
    if kind.back and kind.back != kind.close:
        said.append(f"Battles back with {dice(kind.back)}.")
    if kind.swords_ignored:
        swords = counted(kind.swords_ignored, "sword") if kind.swords_ignored < ask.MOST_DICE else "all swords"
        said.append(f"Ignores {swords} in close combat.")
    if kind.armor:
        said.append(f"Armour {kind.armor}.")
    if kind.full_strength.get("dice"):
        said.append(f"At full strength {dice(kind.full_strength['dice'])} more in close combat.")
    if kind.full_strength.get("flags"):
        said.append(f"At full strength it may ignore {counted(kind.full_strength['flags'], 'flag')}.")
    return said + [_TRAITS[trait] for trait in kind.traits if trait in _TRAITS]


def _attackers(kind: Kind) -> str:
    """Whom a kind may evade, in words; a side meets elephants only where its edition has them."""
    known = [foe for foe in _FOES if foe != "elephant" or kind.edition != "medieval"]
    foes = [_FOES[foe] for foe in kind.evades]
    if all(foe in kind.evades for foe in known):
        return "whoever attacks it"
    return f"when attacked by {' and '.join(([', '.join(foes[:-1])] if foes[1:] else []) + foes[-1:])}"


def _after_move(most: int) -> str:
    return f"after a move of {counted(most, 'hex', 'hexes')} at most" if most else "where it has not moved"


def _kind(kind: Kind) -> wire.Kind:
    return {
        "key": kind.key,
        "edition": kind.edition,
        "name": kind.name,
        "letters": kind.letters,
        "symbol": cast(wire.Symbol, kind.symbol),
        "group": kind.group,
        "blocks": kind.blocks,
        "move": kind.move,
        "charge": kind.charge,
        "close": kind.close,
        "range": kind.range,
        "retreat": kind.retreat,
        "words": kind_words(kind),
        "rule": kind.rules.get("close", ""),
        "provisional": kind.provisional,
        "figure": looks(kind),
    }


def _terrain(ground: Terrain) -> wire.Terrain:
    return {
        "key": ground.key,
        "name": ground.name,
        "family": _FAMILIES.get(model(ground, TERRAINS).key, "broken"),
        "owner": _OWNERS.get(ground.key),
        "rule": ground.rule,
        "words": [_of_itself(ground.name, rulebook.rule(ground.rule).text), *filter(None, [terrain_changes(ground)])],
        "provisional": ground.provisional,
    }


def _of_itself(name: str, text: str) -> str:
    """A text that begins with the name of what it is about, without that: it stands beside the name.

    >>> _of_itself("Forest", "Forest: everybody stops on entering.")
    'Everybody stops on entering.'
    """
    head, colon, rest = text.partition(": ")
    return rest[:1].upper() + rest[1:] if colon and head.lower().startswith(name.lower()) else text


def _card(number: int, card: Card) -> wire.Card:
    return {
        "key": card.key,
        "name": card.name,
        "words": sentence(card_words(number, 1, USUAL_COMMAND)),
        "rule": card.rule,
        "sections": cast(wire.Sections, orders_by_section(number, USUAL_COMMAND)),
        "edition": card.edition,
        "copies": card.copies,
        "provisional": card.provisional,
        "doubt": doubt_words(number),
        "face": model(card, CARDS).key,
    }


@cache
def catalogue() -> wire.Catalogue:
    """The tables of both editions, as the front end needs them; they never change while the server runs.

    >>> catalogue()["tables"]["medieval"]["kinds"]["heavy-cavalry"]["letters"]
    'HC'
    """
    return {
        "version": __version__,
        "editions": [
            {
                "key": key,
                "name": edition_named(key).name,
                "rows": edition_named(key).rows,
                "switches": {
                    name: {"words": SWITCH_WORDS[name][0], "on": on, "rule": SWITCH_WORDS[name][1]}
                    for name, on in edition_named(key).switches.items()
                },
            }
            for key in EDITIONS
        ],
        "tables": {
            key: {
                "kinds": {kind.key: _kind(kind) for kind in KINDS.among(key)},
                "terrains": {ground.key: _terrain(ground) for ground in TERRAINS.among(key)},
                "cards": {CARDS[n].key: _card(n, CARDS[n]) for n in CARDS.of[key].values()},
            }
            for key in EDITIONS
        },
        "faces": [{"letter": letter, "name": name} for letter, name in zip(FACES, event.FACE_NAMES, strict=True)],
        "players": [
            {"name": level.name, "words": level.words, "for_people": level.for_people, "own": False}
            for level in LEVELS
            if not level.method
        ],
    }
