"""Tests of the server: what it does, what it refuses, what it never shows, and what it survives."""
