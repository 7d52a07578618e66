"""Environments for learning: many battles side by side as numpy arrays, over the compiled rules; and one battle as an
environment of PettingZoo (`hexillum_v0`) or Gymnasium ("Hexillum-v0"), where those are installed.

`docs/envs.md` tells what is seen, how answers are numbered and how a battle is told from its seed.
"""

from importlib.util import find_spec

from .vector import Observations, Step, VectorEnv

__all__ = ["Observations", "Step", "VectorEnv"]

if find_spec("gymnasium"):
    import gymnasium

    if "Hexillum-v0" not in gymnasium.registry:
        gymnasium.register("Hexillum-v0", "hexillum.envs.single:HexillumEnv")
