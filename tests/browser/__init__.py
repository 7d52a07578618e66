"""The table in a real browser."""
