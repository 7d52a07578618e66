"""The tests of Hexillum, the soak program and what they share."""
