"""Games, seats and entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables, as far as they are not there: a first start may have been cut off."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("opening", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("acted_at", sa.Float(), nullable=False),
        sa.Column("lease_by", sa.String(32)),
        sa.Column("lease_until", sa.Float()),
        sa.Column("rematch", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        if_not_exists=True,
    )
    op.create_index("ix_games_computer", "games", ["status", "computer"], if_not_exists=True)
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("token", sa.String(64)),
        sa.Column("invite", sa.String(64)),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "side", name="pk_seats"),
        if_not_exists=True,
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("side", sa.Integer()),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("command", sa.String(40)),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_entries"),
        sa.UniqueConstraint("game", "command", name="uq_entries_game"),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("entries")
    op.drop_table("seats")
    op.drop_index("ix_games_computer", "games")
    op.drop_table("games")
