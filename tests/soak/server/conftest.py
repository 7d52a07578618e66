"""The databases of the tests of the server."""

from tests.web.conftest import cluster, postgres

__all__ = ["cluster", "postgres"]
