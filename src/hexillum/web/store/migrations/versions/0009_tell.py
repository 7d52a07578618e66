"""Standing answers of seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is missing."""
    if not any(column["name"] == "standing" for column in sa.inspect(op.get_bind()).get_columns("seats")):
        op.add_column("seats", sa.Column("standing", sa.Text()))


def downgrade() -> None:
    """Take it away, with all that is in it."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("standing")
