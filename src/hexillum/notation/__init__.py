"""The case notation: battle scripts, case files, records and positions."""
