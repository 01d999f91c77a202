"""Metrics for Prometheus, and logs with the id of the request. Neither contains secrets."""

from __future__ import annotations

import asyncio
import contextvars
import datetime
import hashlib
import json
import logging
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector
from starlette.types import Scope

from funkenflug.core.words import clipped

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The id of the current request."""

_access = logging.getLogger("funkenflug.access")
_WRITE_SECONDS = 2.0
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of a process."""

    def __init__(self, counts: Callable[[], dict[str, float]]) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "funkenflug_requests", "Requests answered", ["route", "method", "status"], registry=self._registry
        )
        self.seconds = Histogram(
            "funkenflug_request_seconds",
            "From the request to the answer",
            ["route"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self.refused = Counter("funkenflug_refused", "Turned away at the door", ["why"], registry=self._registry)
        self._registry.register(_Counts(counts))
        self.folder: str | None = None
        """Where several processes of a site add up their metrics."""

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus, those of all processes added up."""
        own = generate_latest(self._registry)
        if self.folder is None:
            return own
        write_shared(self.folder, os.getpid(), own.decode())
        registry = CollectorRegistry()
        registry.register(_Sums(self.folder))
        return generate_latest(registry)

    async def keep_writing(self) -> None:
        """Write the metrics of this process for the others, again and again."""
        while True:
            write_shared(self.folder or "", os.getpid(), generate_latest(self._registry).decode())
            await asyncio.sleep(_WRITE_SECONDS)


def write_shared(folder: str, process: int, text: str) -> None:
    """Write the metrics of a process for all others; 0 is the one that started them."""
    target = Path(folder, f"metrics-{process}")
    new = target.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(target)


class _Sums(Collector):
    """The metrics of all processes, added up. Of one that has ended the counters stay, so that they only grow."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        sums: defaultdict[str, defaultdict[Any, float]] = defaultdict(lambda: defaultdict(float))
        for file in Path(self._folder).glob("metrics-*[0-9]"):
            runs = _is_running(int(file.name.partition("-")[2]))
            for family in text_string_to_metric_families(file.read_text(encoding="utf-8")):
                if not family.name.endswith("_created") and (runs or family.type != "gauge"):
                    families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                    for sample in family.samples:
                        sums[family.name][sample.name, tuple(sample.labels.items())] += sample.value
        for name, family in families.items():
            for (sample_name, labels), value in sums[name].items():
                family.add_sample(sample_name, dict(labels), value)
            yield family


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class _Counts(Collector):
    """Metrics that the site counts itself; those whose names end in `_total` are counters."""

    def __init__(self, counts: Callable[[], dict[str, float]]) -> None:
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        for name, number in self._counts().items():
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield kind(f"funkenflug_{name}", name.replace("_", " "), value=number)


def route_of(scope: Scope) -> str:
    """Return the path template, such as /api/tables/{id}; the id of a table is a secret."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "other"


def table_hash(id: str) -> str:
    """Return what logs call a table: a hash of its id, which is a secret."""
    return hashlib.sha256(id.encode()).hexdigest()[:8]


def log_request(scope: Scope, status: int, began: float) -> None:
    """Log a request, with a hash of the table id, so that the lines of a table can be found together."""
    if not _access.isEnabledFor(logging.INFO):
        return
    table = scope.get("path_params", {}).get("id")
    facts = {
        "method": scope.get("method", "WEBSOCKET"),
        "route": route_of(scope),
        "status": status,
        "milliseconds": round(1000 * (time.perf_counter() - began), 1),
    }
    if table:
        facts["table"] = table_hash(str(table))
    _access.info("%(method)s %(route)s %(status)s", facts, extra={"facts": facts})


class _JsonFormatter(logging.Formatter):
    """Writes a JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            line["request"] = request_id.get()
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_style() -> str:
    """Return what FUNKENFLUG_LOG in the environment says: log as `text`, as `json`, or not at all."""
    style = os.environ.get("FUNKENFLUG_LOG", "")
    if style not in ("", "text", "json"):
        raise ValueError(f"FUNKENFLUG_LOG must be text or json, not “{clipped(style)}”")
    return style


def log_as_configured() -> None:
    """Log as the environment says."""
    if style := log_style():
        log_to_stderr(style)


def log_to_stderr(style: str) -> None:
    """Log to standard error: lines of text, or a JSON object per line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _JsonFormatter() if style == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    )
    root = logging.getLogger("funkenflug")
    root.handlers, root.propagate = [handler], False
    root.setLevel(logging.INFO)
