"""The lobby: open seats, matches, what lists tell of games; what stops clocks; and what is said at tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_INDEXES = {
    "offers": ("game", "second", "person", "until"),
    "matches": ("game", "second"),
    "vacations": ("person",),
    "outages": ("ends_at",),
    "talk": ("person",),
    "reports": ("game", "person"),
}


def _of(table: str, column: str, whom: str = "games", gone: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{whom}.id"], name=f"fk_{table}_{column}_{whom}", ondelete=gone)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def upgrade() -> None:
    """Make the tables, and the columns of games."""
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("games")}
    for name, kind in (("stands", sa.Text()), ("watched", sa.Boolean())):
        if name not in there:
            op.add_column("games", sa.Column(name, kind))
    op.create_table(
        "offers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32)),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("battle", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("armies", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("level", sa.String(12), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        *(_key("offers", "id"), _of("offers", "game"), _of("offers", "second"), _of("offers", "person", "people")),
        if_not_exists=True,
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        *(_key("matches", "id"), _of("matches", "game"), _of("matches", "second")),
        if_not_exists=True,
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("begins_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        *(_key("vacations", "id"), _of("vacations", "person", "people")),
        if_not_exists=True,
    )
    op.create_table(
        "outages",
        sa.Column("begins_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        _key("outages", "begins_at"),
        if_not_exists=True,
    )
    op.create_table(
        "talk",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("side", sa.Integer()),
        sa.Column("person", sa.String(32)),
        sa.Column("speaker", sa.String(40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        *(_key("talk", "game", "seq"), _of("talk", "game"), _of("talk", "person", "people", "SET NULL")),
        if_not_exists=True,
    )
    op.create_index("ix_talk_speaker", "talk", ["game", "speaker", "at"], if_not_exists=True)
    op.create_table(
        "mutes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        *(_key("mutes", "game", "side"), _of("mutes", "game")),
        if_not_exists=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("speaker", sa.String(40), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("settled_at", sa.Float()),
        *(_key("reports", "id"), _of("reports", "game"), _of("reports", "person", "people", "SET NULL")),
        sa.UniqueConstraint("game", "seq", "reporter", name="uq_reports_game"),
        if_not_exists=True,
    )
    for table, columns in _INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)


def downgrade() -> None:
    """Take them away, with all that is in them."""
    for table in ("reports", "mutes", "talk", "outages", "vacations", "matches", "offers"):
        op.drop_table(table)
    with op.batch_alter_table("games") as games:
        games.drop_column("watched")
        games.drop_column("stands")
