"""Files of reviews: JSON that is there whole or not at all, and can be gone on with."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import cast

from .review import NotReviewed
from .shapes import FORMAT, ReviewJson


def write_review(review: ReviewJson, path: Path) -> None:
    """Write a review to a file: all of it, or the file stays as it was. Raises OSError."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(json.dumps(review, ensure_ascii=False) + "\n", encoding="utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_review(path: Path) -> ReviewJson:
    """Read what `write_review` has written. Raises NotReviewed, naming the file, for what is no review.

    >>> read_review(Path("no-such-review.json"))
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no-such-review.json'
    """
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise NotReviewed(f"{path}: this is no review: {error}") from None
    kept = told.get("kept") if isinstance(told, dict) else None
    if not isinstance(kept, dict) or told.get("format") != FORMAT:
        raise NotReviewed(f"{path}: this is no review: expected JSON with 'format': {FORMAT!r} and 'kept'")
    worths, judged = kept.get("worths"), kept.get("judged")
    whole = isinstance(worths, list) and all(isinstance(one, str) and set(one) <= set("10h") for one in worths)
    whole = whole and isinstance(judged, list) and all(_is_judged(one) for one in judged)
    if not whole:
        raise NotReviewed(f"{path}: what was kept to go on with is not whole")
    return cast("ReviewJson", told)


def _is_judged(one: object) -> bool:
    """Whether something is a decision as it is kept."""
    if not isinstance(one, dict) or set(one) != {"span", "index", "best", "played", "better"}:
        return False
    letters = [one["played"], one["better"]]
    return (
        all(isinstance(one[key], int) for key in ("span", "index"))
        and isinstance(one["best"], list)
        and all(isinstance(answer, int) for answer in one["best"])
        and all(isinstance(word, str) and set(word) <= set("10h") for word in letters)
        and len(letters[0]) == len(letters[1])
    )
