"""Standing answers of seats; and how people are told that it is their turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _of(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")


def upgrade() -> None:
    """Add what is missing."""
    if not any(column["name"] == "standing" for column in sa.inspect(op.get_bind()).get_columns("seats")):
        op.add_column("seats", sa.Column("standing", sa.Text()))
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("home", sa.String(200), nullable=False),
        sa.Column("off", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("rests_until", sa.Float(), nullable=False),
        sa.Column("trouble", sa.String(200), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
        sa.UniqueConstraint("person", "digest", name="uq_channels_person"),
        _of("channels", "person", "people"),
        if_not_exists=True,
    )
    op.create_index("ix_channels_person", "channels", ["person"], if_not_exists=True)
    op.create_table(
        "quiet_hours",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("begins", sa.Integer()),
        sa.Column("ends", sa.Integer()),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_quiet_hours"),
        _of("quiet_hours", "person", "people"),
        if_not_exists=True,
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("holder", sa.String(32)),
        sa.Column("held_until", sa.Float()),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("game", "version", "person", name="uq_notices_game"),
        _of("notices", "game", "games"),
        _of("notices", "person", "people"),
        if_not_exists=True,
    )
    op.create_index("ix_notices_due", "notices", ["state", "due_at"], if_not_exists=True)
    op.create_index("ix_notices_person", "notices", ["person"], if_not_exists=True)
    op.create_table(
        "deliveries",
        sa.Column("notice", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("notice", "channel", name="pk_deliveries"),
        _of("deliveries", "notice", "notices"),
        _of("deliveries", "channel", "channels"),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Take it away, with all that is in it."""
    for table in ("deliveries", "notices", "quiet_hours", "channels"):
        op.drop_table(table)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("standing")
