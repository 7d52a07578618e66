"""The secret seeds of running games are sealed; the database tells with which key."""

from __future__ import annotations

import contextlib

import sqlalchemy as sa
from alembic import context, op

from hexillum.web.store.key import SEALED, Key

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("id"), sa.column("seed"), sa.column("status"))


def upgrade() -> None:
    """Seal the seeds of games that are not over."""
    op.create_table(
        "meta",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_meta"),
        if_not_exists=True,
    )
    with op.batch_alter_table("games") as games:
        games.alter_column("seed", existing_type=sa.String(64), type_=sa.Text(), existing_nullable=False)
    key: Key = context.config.attributes["key"]
    open_ones = sa.select(GAMES.c.id, GAMES.c.seed).where(GAMES.c.status != "over", ~GAMES.c.seed.startswith(SEALED))
    for id, seed in op.get_bind().execute(open_ones).all():
        with contextlib.suppress(ValueError):  # one that is no seed makes its own game unreadable, and no other
            _keep(id, key.seal(bytes.fromhex(seed), id))


def downgrade() -> None:
    """Open them all."""
    key: Key = context.config.attributes["key"]
    sealed = sa.select(GAMES.c.id, GAMES.c.seed).where(GAMES.c.seed.startswith(SEALED))
    for id, seed in op.get_bind().execute(sealed).all():
        _keep(id, key.open(seed, id).hex())
    with op.batch_alter_table("games") as games:
        games.alter_column("seed", existing_type=sa.Text(), type_=sa.String(64), existing_nullable=False)
    op.drop_table("meta")


def _keep(id: str, seed: str) -> None:
    op.get_bind().execute(sa.update(GAMES).where(GAMES.c.id == id).values(seed=seed))
