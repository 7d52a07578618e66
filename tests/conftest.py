"""What holds for the whole test run: a key of its own for servers, and how hypothesis works.

That is: the same examples every time, and no deadline on a slow machine. What is about signals, pipes among
files, modes of files and forked processes has nothing to show on Windows.
"""

import atexit
import os
import shutil
import sys
import tempfile

from hypothesis import HealthCheck, settings

if sys.platform == "win32":
    collect_ignore = [
        *("cli/test_package.py", "lab/test_crew.py", "lab/test_ray.py", "notation/test_hostile_files.py"),
        *("rules/test_warmup.py", "web/test_crash.py", "web/test_door.py", "web/test_file.py", "web/test_key.py"),
        *("web/test_servers.py", "web/test_upgrade.py", "web/test_workers.py"),
    ]

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
