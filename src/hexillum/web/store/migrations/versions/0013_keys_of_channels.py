"""By which browser a push goes to it, so that it goes with that browser's key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of browsers of before it is not known."""
    if not any(column["name"] == "key" for column in sa.inspect(op.get_bind()).get_columns("channels")):
        with op.batch_alter_table("channels") as channels:
            channels.add_column(sa.Column("key", sa.String(64)))
            channels.create_foreign_key("fk_channels_key_keys", "keys", ["key"], ["digest"], ondelete="CASCADE")
    op.create_index("ix_channels_key", "channels", ["key"], if_not_exists=True)


def downgrade() -> None:
    """Take it away, and the reference with it."""
    op.drop_index("ix_channels_key", "channels")
    with op.batch_alter_table("channels") as channels:
        channels.drop_column("key")
