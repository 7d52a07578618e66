"""How the planning players think, in the dialect of the rules: the same text runs as it stands, and compiled.

All worths are whole numbers in thousandths of a banner, all chances in thousandths.
"""
