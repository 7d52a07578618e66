"""What the rules talk about: the board, dice, tables, questions, events, the state; and none of their procedures."""
