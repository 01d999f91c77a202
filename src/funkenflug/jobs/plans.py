"""Plans in files: a folder of results keeps the plan that produced them, and refuses the results of another."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from funkenflug.jobs.files import write_atomically

T = TypeVar("T")


def read_plan(file: Path, kind: type[T]) -> T | None:
    """Return the plan in a file; None if there is no file yet."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        raise ValueError(f"{file} is not a plan: {error}") from None


def write_plan(file: Path, plan: Any) -> None:
    """Write a plan as indented JSON."""
    write_atomically(file, msgspec.json.format(msgspec.json.encode(plan)).decode() + "\n")


def difference(kept: msgspec.Struct, wanted: msgspec.Struct) -> str | None:
    """Return the first difference between two plans of one kind in words; None if they are equal."""
    for field in kept.__struct_fields__:
        theirs, ours = getattr(kept, field), getattr(wanted, field)
        if theirs != ours:
            return f"its {field} is {theirs!r}, not {ours!r}"
    return None
