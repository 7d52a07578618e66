"""Rated or casual, results of battles between people, tournaments with their entrants and matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_INDEXES = {
    "results": ("top", "bottom", "ended_at"),
    "tournaments": ("owner", "changed_at"),
    "entrants": ("person",),
}


def _of(table: str, column: str, whose: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{whose}.id"], name=f"fk_{table}_{column}_{whose}", ondelete="CASCADE")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "terms",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name="pk_terms"),
        _of("terms", "game", "games"),
        if_not_exists=True,
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("swapped", sa.Boolean(), nullable=False),
        sa.Column("switches", sa.Text(), nullable=False),
        sa.Column("setup", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("hexillum", sa.String(40), nullable=False),
        sa.Column("top", sa.String(32)),
        sa.Column("bottom", sa.String(32)),
        sa.Column("winner", sa.Integer()),
        sa.Column("how", sa.String(10), nullable=False),
        sa.Column("top_banners", sa.Integer(), nullable=False),
        sa.Column("bottom_banners", sa.Integer(), nullable=False),
        sa.Column("top_goal", sa.Integer(), nullable=False),
        sa.Column("bottom_goal", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("thrown", sa.Boolean(), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_results"),
        if_not_exists=True,
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("sort", sa.String(12), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("battles", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("lot", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        if_not_exists=True,
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer()),
        sa.Column("entered_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person", name="pk_entrants"),
        _of("entrants", "tournament", "tournaments"),
        if_not_exists=True,
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("one", sa.String(32), nullable=False),
        sa.Column("two", sa.String(32)),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("top_goal", sa.Integer(), nullable=False),
        sa.Column("bottom_goal", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("other", sa.String(32)),
        sa.Column("game_to", sa.String(8)),
        sa.Column("other_to", sa.String(8)),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "round", "board", name="pk_pairings"),
        sa.UniqueConstraint("game", name="uq_pairings_game"),
        sa.UniqueConstraint("other", name="uq_pairings_other"),
        _of("pairings", "tournament", "tournaments"),
        if_not_exists=True,
    )
    for table, columns in _INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)


def downgrade() -> None:
    """Take them away, with all that is in them."""
    for table in ("pairings", "entrants", "tournaments", "results", "terms"):
        op.drop_table(table)
