"""What the coach of a first battle says, and when: `data/lessons/first-battle.toml`.

A prompt is tied to a kind of question or of event and not to a line of play, so that it fits whatever the player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ..battle.scenarios import names
from ..core import ask, event, rulebook
from ..core.toml_lines import Document, read
from .lessons import FIRST_BATTLE, FOLDER
from .parts import LessonError

TOP_KEYS: Final = ("battle", "seat", "opponent", "seed", "prompt")
PROMPT_KEYS: Final = ("asked", "happened", "cites", "by", "lights", "title", "text", "hint", "rules")
TEXTS: Final = ("asked", "happened", "title", "text", "hint")
#: What a prompt may speak of, which stays light while the rest of the table is dimmed: the cards in hand, the pieces
#: and hexes that may be chosen, the card that is played, the dice, where it happened, the banners, the prompt's line.
LIGHTS: Final = ("hand", "board", "card", "dice", "place", "banners", "prompt")
TURNS: Final = 6  # of the player: by the end of them everything was said
EVENTS: Final = {name.lower() for name, value in vars(event).items() if name.isupper() and isinstance(value, int)}


@dataclass(frozen=True)
class Prompt:
    """What is said once: when the player is asked `asked`, or after an event of the kind `happened`.

    Such an event has to rest on one of the rules of `cites`, where any are named. A prompt with `by` does not wait
    longer than until the player chooses the card of that turn of his. `lights` is what it speaks of, of LIGHTS.
    """

    asked: str
    happened: str
    cites: tuple[str, ...]
    by: int
    lights: tuple[str, ...]
    title: str
    text: str
    hint: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class FirstBattle:
    """The battle, the player's seat (0 top, 1 bottom), who plays against him, the seed of the dice, and the prompts."""

    battle: str
    seat: int
    opponent: str
    seed: int
    prompts: tuple[Prompt, ...]


@cache
def first_battle() -> FirstBattle:
    """The first battle. Raises LessonError with file and line for a file that cannot be used.

    >>> len(first_battle().prompts)
    10
    """
    return understand(read(FOLDER / f"{FIRST_BATTLE}.toml"))


def understand(document: Document) -> FirstBattle:
    """A first battle of its file. Raises LessonError.

    >>> from hexillum.core.toml_lines import parse
    >>> understand(parse("battle = 'nowhere'", "x.toml"))
    Traceback (most recent call last):
    hexillum.notation.parts.LessonError: x.toml:1: 'nowhere' is no battle of the library
    """
    data = document.data
    _known(document, data, TOP_KEYS, "the first battle")
    if data.get("battle") not in names():
        raise _wrong(document, f"{data.get('battle')!r} is no battle of the library", "battle")
    if data.get("seat") not in ("top", "bottom"):
        raise _wrong(document, "seat must be top or bottom", "seat")
    if type(data.get("seed")) is not int or data["seed"] < 0:
        raise _wrong(document, "seed must be a number from 0", "seed")
    prompts = data.get("prompt", [])
    if not isinstance(prompts, list) or not prompts:
        raise _wrong(document, "expected at least one [[prompt]]", "prompt")
    return FirstBattle(
        data["battle"],
        ("top", "bottom").index(data["seat"]),
        str(data.get("opponent", "")),
        data["seed"],
        tuple(_prompt(document, n, one) for n, one in enumerate(prompts)),
    )


def _prompt(document: Document, n: int, one: dict[str, Any]) -> Prompt:
    _known(document, one, PROMPT_KEYS, "the prompt", "prompt", n)
    for key in TEXTS:
        if not isinstance(one.get(key, ""), str):
            raise _wrong(document, f"{key} must be a text", "prompt", n, key)
    asked, happened = one.get("asked", ""), one.get("happened", "")
    if not asked and not happened:
        raise _wrong(document, "a prompt needs asked or happened", "prompt", n)
    if asked and asked not in ask.KIND_WORDS.values():
        raise _wrong(document, f"{asked!r} is no kind of question", "prompt", n, "asked")
    if happened and happened not in EVENTS:
        raise _wrong(document, f"{happened!r} is no kind of event", "prompt", n, "happened")
    by = one.get("by", 0)
    if type(by) is not int or not 0 <= by <= TURNS or ("by" in one and not by):
        raise _wrong(document, f"by must be a turn from 1 to {TURNS}", "prompt", n, "by")
    for needed in ("title", "text"):
        if not one.get(needed, "").strip():
            raise _wrong(document, f"the prompt lacks {needed}", "prompt", n)
    rules, cites = _words(document, n, one, "rules"), _words(document, n, one, "cites")
    for key, ids in (("rules", rules), ("cites", cites)):
        for number, id in enumerate(ids):
            if id not in rulebook.rules():
                raise _wrong(document, f"{id!r} is not a rule id", "prompt", n, key, number)
    lights = _words(document, n, one, "lights")
    for number, light in enumerate(lights):
        if light not in LIGHTS:
            raise _wrong(document, f"{light!r} is not one of {', '.join(LIGHTS)}", "prompt", n, "lights", number)
    title, text, hint = (" ".join(one.get(key, "").split()) for key in ("title", "text", "hint"))
    return Prompt(asked, happened, cites, by, lights, title, text, hint, rules)


def _words(document: Document, n: int, one: dict[str, Any], key: str) -> tuple[str, ...]:
    found = one.get(key, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise _wrong(document, f"{key} must be a list of words", "prompt", n, key)
    return tuple(found)


def _known(document: Document, data: dict[str, Any], keys: tuple[str, ...], what: str, *place: str | int) -> None:
    for key in data:
        if key not in keys:
            raise _wrong(document, f"unknown key {key!r} in {what}: expected one of {', '.join(keys)}", *place, key)


def _wrong(document: Document, message: str, *place: str | int) -> LessonError:
    return LessonError(document.file, document.line(*place), message)
