"""The laboratory: many games, and what they tell."""
