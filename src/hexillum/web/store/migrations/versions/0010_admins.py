"""Who looks after the server, and what he has done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "admins",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rights", sa.String(10), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float()),
        sa.Column("revoked_at", sa.Float()),
        sa.PrimaryKeyConstraint("digest", name="pk_admins"),
        if_not_exists=True,
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("who", sa.String(60), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("whom", sa.String(80), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deeds"),
        if_not_exists=True,
    )
    op.create_index("ix_deeds_at", "deeds", ["at"], if_not_exists=True)


def downgrade() -> None:
    """Take them away, with all that is in them."""
    op.drop_index("ix_deeds_at", "deeds")
    op.drop_table("deeds")
    op.drop_table("admins")
