"""A battle of people has room for the name of any edition: PostgreSQL takes no text that is too long."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let the name be as long as it is."""
    with op.batch_alter_table("scenarios") as scenarios:
        scenarios.alter_column("edition", type_=sa.Text(), existing_type=sa.String(20), existing_nullable=False)


def downgrade() -> None:
    """Let it be short again: of a longer one its first letters stay."""
    op.execute("UPDATE scenarios SET edition = substr(edition, 1, 20)")
    with op.batch_alter_table("scenarios") as scenarios:
        scenarios.alter_column("edition", type_=sa.String(20), existing_type=sa.Text(), existing_nullable=False)
