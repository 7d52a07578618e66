"""Run by Alembic: brings a database to the tables of this version, in one transaction."""

from __future__ import annotations

from alembic import context

from hexillum.web.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
