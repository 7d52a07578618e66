"""Attacks on a server, each bounded and on the loopback only: `./check soak server`."""
