"""The door: a battle that offers what is legal, its lines, set-up, scenarios, and what a side may see."""
