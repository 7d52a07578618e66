"""How a server runs, in figures that Prometheus reads: what is counted as it happens, and what is looked up for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each figure was first counted is nobody's question

#: Seconds that divide the answers: below 2 ms nothing is to be won, above 10 s something has broken.
SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
#: Who says errors of which an operator wants to hear: counted from 0 on, since a figure that first appears as 1 has
#: never risen for who is woken by its rise.
SAY_ERRORS: Final = ("hexillum.store", "hexillum.tables", "hexillum.web")
TYPE: Final = CONTENT_TYPE_LATEST
Gauges = Mapping[str, tuple[str, Mapping[tuple[tuple[str, str], ...], float]]]


class Looking(Protocol):
    """What knows how the server stands: by names of figures their words, and a value for each of their labels."""

    def __call__(self) -> Gauges:
        """The figures now."""
        ...


class Figures:
    """The figures of a server process.

    >>> figures = Figures()
    >>> figures.choice(0.004)
    >>> b"hexillum_choices_total 1.0" in figures.text(dict)
    True
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._choices = Counter("hexillum_choices", "Choices of people that were kept.", registry=self.registry)
        self._choice = Histogram(
            "hexillum_choice_seconds",
            "From a choice of somebody's to its being kept and told.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._answers = Histogram(
            "hexillum_request_seconds",
            "From a request to its answer, by the address as it is documented.",
            ("method", "address", "status"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._errors = Counter(
            "hexillum_errors", "What the log tells as errors, by who says it.", ("logger",), registry=self.registry
        )
        for logger in SAY_ERRORS:
            self._errors.labels(logger)

    def choice(self, seconds: float) -> None:
        """Count a choice that was kept, and how long that took."""
        self._choices.inc()
        self._choice.observe(seconds)

    def answer(self, method: str, address: str, status: int, seconds: float) -> None:
        """Count an answer. The address is the documented one: what strangers make up would be figures without end."""
        self._answers.labels(method, address, f"{status // 100}xx").observe(seconds)

    def error(self, logger: str) -> None:
        """Count an error."""
        self._errors.labels(logger).inc()

    def text(self, looking: Looking) -> bytes:
        """All figures as Prometheus reads them, those that are looked up now among them."""
        seen = CollectorRegistry()
        seen.register(_Seen(looking()))
        return generate_latest(self.registry) + generate_latest(seen)


class _Seen(Collector):
    """Figures that were looked up."""

    def __init__(self, gauges: Gauges) -> None:
        self.gauges = gauges

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each of them with its values."""
        for name, (words, values) in self.gauges.items():
            labels = [label for label, _ in next(iter(values), ())]
            made = GaugeMetricFamily(f"hexillum_{name}", words, labels=labels)
            for named, value in values.items():
                made.add_metric([said for _, said in named], value)
            yield made
