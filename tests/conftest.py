"""What holds for the whole test run: a key of its own for servers, and how hypothesis works.

That is: the same examples every time, and no deadline on a slow machine.
"""

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

settings.register_profile(
    "hexillum",
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexillum")

_KEYS = tempfile.mkdtemp(prefix="hexillum-key-")
atexit.register(shutil.rmtree, _KEYS, ignore_errors=True)
os.environ["HEXILLUM_KEY_FILE"] = os.path.join(_KEYS, "server.key")
