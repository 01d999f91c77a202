"""What Numba has to know to compile code that calls the functions of the kernel. Only this module imports Numba.

It is imported when the first function is compiled or loaded, because importing Numba takes longer than a site may take
to answer its first page.
"""

from __future__ import annotations

import logging
import math
import sys
import time
from collections.abc import Callable
from typing import Any, ClassVar

import numba
from numba.core import event, types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, overload, typeof_impl

from funkenflug.kernel import bits, protocol
from funkenflug.kernel.compiling import Compiled


@typeof_impl.register(Compiled)
def _type_of_compiled(function: Compiled, context: Any) -> Any:
    return types.Dispatcher(function.dispatcher)


# Compiling ----------------------------------------------------------------------------------------------------------


class _Notice(event.Listener):
    """Says that the compiler has begun: a first search would otherwise seem to hang."""

    _PAUSE = 5.0
    """Seconds without compiling after which it is said again."""

    def __init__(self) -> None:
        self.last = -math.inf

    def on_start(self, event: Any) -> None:
        """Tell whoever sits at a terminal or a notebook; otherwise only a log that wants to know."""
        if time.monotonic() - self.last > self._PAUSE:
            somebody_waits = sys.stderr.isatty() or hasattr(sys, "ps1")  # an interactive Python has prompts
            level = logging.WARNING if somebody_waits else logging.INFO
            logging.getLogger("funkenflug").log(level, "Compiling, once on this machine: this takes some seconds")
        self.last = time.monotonic()

    def on_end(self, event: Any) -> None:
        """Note that something was compiled."""
        self.last = time.monotonic()


notice = _Notice()
event.register("numba:compile", notice)  # type: ignore[no-untyped-call]


# Bit sets -----------------------------------------------------------------------------------------------------------


@intrinsic
def _population_count(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(bits.size, strict=False)
def _size(members: Any) -> Any:
    return lambda members: _population_count(members)  # type: ignore[call-arg]


@overload(bits.first, strict=False)
def _first(members: Any) -> Any:
    return lambda members: _trailing_zeros(members)  # type: ignore[call-arg]


# The functions that the rules provide -------------------------------------------------------------------------------


def _declare(function: Callable[..., Any]) -> None:
    """Make Numba find a game's function by the type of the record. (`overload` would compile a wrapper for each.)"""
    name = function.__name__

    class FromRules(AbstractTemplate):
        key = function
        found: ClassVar[dict[Any, Any]] = {}

        def generic(self, arguments: Any, named: Any) -> Any:
            known = {numba.from_dtype(state_type): state_type for state_type in protocol.state_types()}
            provided = protocol.provided(known[arguments[0]], name)
            implementation: Any = types.Dispatcher(provided.dispatcher)
            signature = implementation.get_call_type(self.context, arguments, named)
            self.found[signature.args] = implementation.get_impl_key(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return self.found[signature.args]

    infer_global(function, types.Function(FromRules))  # type: ignore[no-untyped-call]


for _function in protocol.PROVIDED:
    _declare(_function)
