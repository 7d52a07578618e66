"""Onlookers who want to hear nothing from the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def _of(column: str, other: str) -> sa.ForeignKeyConstraint:
    name = f"fk_watch_mutes_{column}_{other}"
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "watch_mutes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("speaker", sa.String(40), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.PrimaryKeyConstraint("game", "speaker", name="pk_watch_mutes"),
        *(_of("game", "games"), _of("person", "people")),
        if_not_exists=True,
    )
    op.create_index("ix_watch_mutes_person", "watch_mutes", ["person"], if_not_exists=True)


def downgrade() -> None:
    """Take it away, with all that is in it."""
    op.drop_table("watch_mutes")
