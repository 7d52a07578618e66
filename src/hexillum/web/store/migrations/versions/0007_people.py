"""People with names, their keys and passkeys, what is good once; and who of them sits at a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=f"fk_{table}_person_people", ondelete="CASCADE")


def upgrade() -> None:
    """Make the tables, and the column of the seats."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("skeleton", sa.String(120), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.Column("blocked", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("skeleton", name="uq_people_skeleton"),
        sa.UniqueConstraint("mail", name="uq_people_mail"),
        if_not_exists=True,
    )
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_keys"),
        _of_person("keys"),
        if_not_exists=True,
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        _of_person("passkeys"),
        if_not_exists=True,
    )
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("key", sa.String(64)),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_tickets"),
        _of_person("tickets"),
        if_not_exists=True,
    )
    for table in ("keys", "passkeys", "tickets"):
        op.create_index(f"ix_{table}_person", table, ["person"], if_not_exists=True)
    op.create_index("ix_tickets_ends_at", "tickets", ["ends_at"], if_not_exists=True)
    if not any(column["name"] == "person" for column in sa.inspect(op.get_bind()).get_columns("seats")):
        op.add_column("seats", sa.Column("person", sa.String(32)))
    op.create_index("ix_seats_person", "seats", ["person"], if_not_exists=True)


def downgrade() -> None:
    """Take them away, with all that is in them."""
    op.drop_index("ix_seats_person", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("person")
    for table in ("tickets", "passkeys", "keys", "people"):
        op.drop_table(table)
