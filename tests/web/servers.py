"""Servers and databases in processes of their own, for tests and benchmarks."""

from __future__ import annotations

import contextlib
import datetime
import os
import pwd
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest
import sqlalchemy as sa

from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.storage import Storage
from tests.waiting import LONG

_ROOM = 8192
"""Bytes of a file that can be written while the disk is full."""


def reserve_port() -> int:
    """Return a free port that no other process is given as long as this one lives.

    It stays bound without listening. A server may bind it too, since both allow reuse, and may be restarted there.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    port: int = holder.getsockname()[1]
    holder.detach()
    return port


def keep_solitaires(database: str) -> None:
    """Keep solitaires for today and tomorrow: a site that starts would have its solver look for them at once."""
    storage = Storage(database)
    for days in (0, 1):
        day = (datetime.date.today() + datetime.timedelta(days)).isoformat()
        daily_storage.keep_day(storage, day, "vulkan", f"daily-{day}-0").result(LONG)
    storage.close()


def leave_room(pid: int, size: int) -> None:
    """Let no file of a process grow beyond a size."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextlib.contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Let no file of a process grow beyond a few pages."""
    leave_room(pid, _ROOM)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            leave_room(pid, resource.RLIM_INFINITY)


class Server:
    """A process of the site, at a port of its own."""

    def __init__(self, database: str, program: Sequence[str] = ("funkenflug",), limits: str = "off") -> None:
        self.database = database
        self.program = program
        self.limits = limits
        self.port = reserve_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.program, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"FUNKENFLUG_LIMITS": self.limits},
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(LONG)

    def leave_room(self, size: int) -> None:
        leave_room(self.process.pid, size)

    def full_disk(self) -> contextlib.AbstractContextManager[None]:
        """Let no file grow beyond a few pages."""
        return full_disk(self.process.pid)


def _find_postgresql() -> Path | None:
    """Return the folder of the programs of PostgreSQL: those of pgserver, or of this machine."""
    pgserver, found = find_spec("pgserver"), shutil.which("pg_ctl")
    folders = [
        *(Path(part) / "pginstall" / "bin" for part in (pgserver and pgserver.submodule_search_locations) or ()),
        *([Path(found).resolve().parent] if found else ()),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),  # Debian's
    ]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class PostgreSQL:
    """A PostgreSQL of our own: it can be killed, and started again over the same files at the same address."""

    def __init__(self) -> None:
        programs = _find_postgresql()
        if programs is None:
            pytest.skip("there is no PostgreSQL: pgserver is not built for Python 3.13 and later, so install one")
        self._programs = programs
        # not in pytest's folder: as root another user runs it, and the name of its socket must be short
        self.folder = Path(tempfile.mkdtemp(prefix="ff-"))
        self._account: dict[str, Any] = {}
        if os.geteuid() == 0:  # it refuses to run as root
            nobody = pwd.getpwnam("nobody")
            self._account = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            for folder in programs.parents:
                if not folder.stat().st_mode & 0o001:
                    folder.chmod(folder.stat().st_mode | 0o001)
        self._databases = 0
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--username=postgres", "--no-sync")
        self.start()

    def new_database(self) -> str:
        """Return the address of an empty database."""
        self._databases += 1
        name = f"site{self._databases}"
        self.execute(f"create database {name}")
        return self._address(name)

    def _address(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def execute(self, *statements: str) -> None:
        engine = sa.create_engine(parse_url(self._address("postgres")), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(sa.text(statement))
        engine.dispose()

    def kill(self) -> None:
        """End all its processes at once (kill -9): it can put nothing in order."""
        first = psutil.Process(int((self.folder / "postmaster.pid").read_text().split()[0]))
        everybody = [first, *first.children(recursive=True)]
        for process in everybody:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(everybody, timeout=60)

    def start(self) -> None:
        """Start it again, and wait until it has put in order what it finds."""
        settings = f"-h '' -k {self.folder}"  # no port, only a socket
        self._run("pg_ctl", "-w", "-t", "120", "-o", settings, "-l", str(self.folder / "log"), "start")

    def close(self) -> None:
        """End it; what it holds is not wanted any more, so nothing need be written first."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        command: list[str | Path] = [self._programs / program, "-D", self.folder, *words]
        subprocess.run(command, **self._account, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
