"""The records of the dialect as numpy and Numba have them, and what the hints of its functions stand for there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba import from_dtype, types

from ..core import state
from ..core.structs import layout
from ..engine import lanes, walk
from ..thinking import mass, mind, playouts, seeking
from ..thinking.yardstick import scales

STATE: Final = layout(state.State)
WAY: Final = layout(walk.Way)
SAW: Final = layout(walk.Saw)
NUMBERS: Final = types.Array(types.int64, 1, "C")
GAMES: Final = types.Array(from_dtype(STATE), 1, "C")
MIND: Final = layout(mind.Mind)
MINDS: Final = types.Array(from_dtype(MIND), 1, "C")
WAYS: Final = types.Array(from_dtype(WAY), 1, "C")
SAWS: Final = types.Array(from_dtype(SAW), 1, "C")
SUMS: Final = types.Array(types.float64, 1, "C")
TASK: Final = layout(playouts.Task)
TASKS: Final = types.Array(from_dtype(TASK), 1, "C")
SEEKER: Final = layout(seeking.Seeker)
SEEKERS: Final = types.Array(from_dtype(SEEKER), 1, "C")
SCALES: Final = layout(scales.Scales)
ALL_SCALES: Final = types.Array(from_dtype(SCALES), 1, "C")
BOUT: Final = layout(mass.Bout)
BOUTS: Final = types.Array(from_dtype(BOUT), 1, "C")
LANE: Final = layout(lanes.Lane)
LANES: Final = types.Array(from_dtype(LANE), 1, "C")
BYTES: Final = types.Array(types.int8, 1, "C")
_HINTS: Final[dict[str, Any]] = {
    "int": types.int64,
    "float": types.float64,
    "bool": types.boolean,
    "None": types.void,
    "list[int]": NUMBERS,
    "list[float]": SUMS,
    "list[Saw]": SAWS,
    "list[State]": GAMES,
    "list[Mind]": MINDS,
    "list[Lane]": LANES,
    "bytearray": BYTES,
    "Lane": from_dtype(LANE),
    "list[Seeker]": SEEKERS,
    "list[Scales]": ALL_SCALES,
    "list[Bout]": BOUTS,
    "Seeker": from_dtype(SEEKER),
    "Scales": from_dtype(SCALES),
    "Bout": from_dtype(BOUT),
    "Mind": from_dtype(MIND),
    "Task": from_dtype(TASK),
    **{
        cls.__name__: from_dtype(layout(cls))
        for cls in (state.State, state.Unit, state.Leader, state.Frame, state.Law, walk.Way, walk.Saw)
    },
}


def signature(function: Callable[..., Any]) -> Any:
    """The types of a function of the dialect, as its hints say."""
    hints = dict(function.__annotations__)
    returned = _HINTS[hints.pop("return")]
    return returned(*[_HINTS[hint] for hint in hints.values()])
