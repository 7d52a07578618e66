"""What a club of players is made of beside its battles: names, clocks, answers given beforehand, tournaments.

Nothing here reads a clock, a file or a network: times are seconds that are handed in, and what is kept lies in the
server's store (`hexillum.web.store`).
"""
