"""Which modules pytest reads for doctests: the compiled form only where Numba is installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("numba") else ["src/hexillum/fast.py"]
