"""Hexillum: referee, opponent and laboratory for battles of the Commands & Colors system."""

__version__ = "0.1.0"
