"""The table in the browser: server, seats, and what goes over the wire."""
