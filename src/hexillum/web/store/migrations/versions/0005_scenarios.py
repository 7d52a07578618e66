"""Battles that people lay out, and how they went when computers played them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "scenarios",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("year_text", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(20), nullable=False),
        sa.Column("top", sa.Text(), nullable=False),
        sa.Column("bottom", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scenarios"),
        if_not_exists=True,
    )
    op.create_index("ix_scenarios_owner", "scenarios", ["owner"], if_not_exists=True)
    op.create_table(
        "outcomes",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("made", sa.String(60), nullable=False),
        sa.Column("outcomes", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", "made", name="pk_outcomes"),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Take them away, with all that is in them."""
    op.drop_table("outcomes")
    op.drop_table("scenarios")
