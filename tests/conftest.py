"""How hypothesis works in this test run: the same examples every time, and no deadline on a slow machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "hexillum",
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexillum")
