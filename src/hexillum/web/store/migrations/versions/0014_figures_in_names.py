"""Figures in names are read as the letters that they look like; names of before stay, also those alike by that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from hexillum.club.names import skeleton

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_PEOPLE = sa.table("people", *map(sa.column, ("id", "name", "skeleton", "made_at")))
_READ = str.maketrans("258\u0431\u0437", "zsb63")  # what is read as another one now; two are small letters of Cyrillic
_KEPT = {char: 0xE000 + n for n, char in enumerate(map(ord, "258\u0431\u0437\u0411\u0417"))}  # by signs of nobody's
_BACK = {0xE000 + n: char for n, char in enumerate("258\u0431\u0437\u0431\u0437")}


def upgrade() -> None:
    """Write the skeletons anew: where several come to one, the first who came has it, and the others a number more."""
    rows = list(op.get_bind().execute(sa.select(_PEOPLE).order_by(_PEOPLE.c.made_at, _PEOPLE.c.id)))
    taken = {row.skeleton for row in rows}
    for row in rows:
        now = wanted = row.skeleton.translate(_READ)
        if now == row.skeleton or "#" in now:
            continue
        count = 0
        while now in taken:
            count += 1
            now = f"{wanted}#{count}"
        taken.add(now)
        _write(row.id, now)


def downgrade() -> None:
    """Write them as they were."""
    for row in op.get_bind().execute(sa.select(_PEOPLE)).all():
        before = skeleton(row.name.translate(_KEPT)).translate(_BACK)
        if before != row.skeleton:
            _write(row.id, before)


def _write(id: str, skeleton: str) -> None:
    op.execute(_PEOPLE.update().where(_PEOPLE.c.id == id).values(skeleton=skeleton))
