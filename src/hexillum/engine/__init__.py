"""What moves the rules: stepping, playing on at random, walking through every outcome, trying a line out."""
