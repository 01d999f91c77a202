"""Errors that a site answers a request with."""

from __future__ import annotations

from funkenflug.core.words import Message


class Refused(Exception):
    """A request that is not allowed. `words` says why, `status` is the HTTP status."""

    def __init__(self, status: int, words: Message) -> None:
        super().__init__(words)
        self.status = status
        self.words = words
        self.headers: dict[str, str] = {}


class Unreadable(Refused):
    """A table whose stored events cannot be decoded or applied."""

    def __init__(self) -> None:
        super().__init__(410, Message("This table is damaged and can’t be opened"))


class Closed(Refused):
    """A table that the operator of the site has closed."""

    def __init__(self) -> None:
        super().__init__(410, Message("The operator of this site has closed this table"))


class OutOfDate(Refused):
    """A command for a position that is no longer the present one."""

    def __init__(self) -> None:
        super().__init__(409, Message("The table has changed. Please try again."))


class TooManyRequests(Refused):
    """A request over the rate limit; it may be repeated after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(429, Message("Too many requests. Wait a moment."))
        self.headers = {"Retry-After": str(int(seconds) + 1)}


class OneAtATime(Refused):
    """A request for heavy work by somebody whose last one is not answered yet."""

    def __init__(self) -> None:
        super().__init__(429, Message("Still working on your last request. One moment."))
        self.headers = {"Retry-After": "1"}


class Busy(Refused):
    """A request for heavy work while too much of it is waiting."""

    def __init__(self) -> None:
        super().__init__(503, Message("The computer is busy. Please try again shortly."))
        self.headers = {"Retry-After": "2"}
