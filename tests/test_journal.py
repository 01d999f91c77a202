"""Files of results that survive whatever happens to their writer."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from funkenflug.cli import main
from funkenflug.jobs.journal import Journal


def test_an_entry_that_does_not_fit_on_the_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "words.jsonl", str)
    journal.append("first")
    room = [4]
    write = os.write

    def write_what_fits(file: int, text: bytes) -> int:
        if room[0] == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        count = write(file, text[: room[0]])
        room[0] -= count
        return count

    with monkeypatch.context() as full:
        full.setattr(os, "write", write_what_fits)
        with pytest.raises(OSError, match=r"No space left on device.*words\.jsonl"):
            journal.append("too long")
    journal.append("second")
    assert journal.read() == ["first", "second"]


def test_weights_that_do_not_fit_on_the_disk_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill_the_disk(file: Path, **arrays: object) -> None:
        file.write_bytes(b"begun")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("numpy.savez_compressed", fill_the_disk)
    words = ["train", "feurio", "--players", "2", "--playouts", "600", "--duels", "1", "--out", str(tmp_path)]
    assert main(words) == 2
    assert capsys.readouterr().err == f"funkenflug: {tmp_path / 'new.npz'}: No space left on device\n"
    assert not list(tmp_path.glob("*.npz"))
