"""Whether somebody wants notices of talk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; who was not asked is told."""
    if not any(column["name"] == "talk" for column in sa.inspect(op.get_bind()).get_columns("quiet_hours")):
        op.add_column("quiet_hours", sa.Column("talk", sa.Boolean()))


def downgrade() -> None:
    """Take it away."""
    with op.batch_alter_table("quiet_hours") as quiet_hours:
        quiet_hours.drop_column("talk")
