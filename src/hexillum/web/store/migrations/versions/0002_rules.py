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
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("games")}
    with op.batch_alter_table("games") as games:
        for name in ("rules", "state"):
            if name not in there:
                games.add_column(sa.Column(name, sa.String(16)))


def downgrade() -> None:
    """Take them away."""
    with op.batch_alter_table("games") as games:
        games.drop_column("state")
        games.drop_column("rules")
