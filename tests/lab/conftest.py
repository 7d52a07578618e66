"""What the laboratory's tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Python's collector is still: an interrupt that fell among what hypothesis counts there would be lost."""
    gc.disable()
    yield
    gc.enable()
