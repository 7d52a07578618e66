"""What each command said, by its digest: the same id with another body is another command."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; of commands that are there already it is not known."""
    if not any(column["name"] == "body" for column in sa.inspect(op.get_bind()).get_columns("entries")):
        op.add_column("entries", sa.Column("body", sa.String(16)))


def downgrade() -> None:
    """Take it away."""
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("body")
