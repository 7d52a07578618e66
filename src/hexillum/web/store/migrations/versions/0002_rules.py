"""The rules that a game began under, and the state that it has come to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; of games that are there already they are not known."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("rules", sa.String(16)))
        games.add_column(sa.Column("state", sa.String(16)))


def downgrade() -> None:
    """Take them away."""
    with op.batch_alter_table("games") as games:
        games.drop_column("state")
        games.drop_column("rules")
