"""The databases and the client of the tests of the server."""

from tests.web.conftest import client, cluster, postgres

__all__ = ["client", "cluster", "postgres"]
