"""A Python object as an engine, held at the same distance as a foreign process.

Everything passes through JSON on its way in and out: the engine can't alter what the suite holds, can't watch
it change later, and a tuple or a float looks as it would on the wire.
"""

import importlib
import inspect
import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic_core import from_json

from fairfelt.conformance.connections.answers import Answer, EngineUnreachable, Fault, Refusal, Result
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.conformance.connections.timeouts import Timeouts
from fairfelt.conformance.connections.wire import read_error
from fairfelt.conformance.protocol.errors import REJECTED
from fairfelt.conformance.protocol.methods import quote

Ask: TypeAlias = Callable[[str, dict[str, Any]], object]

_to_json: Final = json.JSONEncoder(allow_nan=False).encode


class ObjectEngine:
    """Carry messages to an engine that is built by a function without arguments."""

    def __init__(self, build: Callable[[], Ask], timeouts: Timeouts) -> None:
        self._build = build
        self._timeouts = timeouts
        self._engine: Ask | None = None

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """Call the engine; a call that took too long is reported once it is over."""
        sent = from_json(_to_json(params))
        start = time.monotonic()
        try:
            if self._engine is None:
                self._engine = self._build()
            returned = self._engine(method, sent)
        except Rejected as refusal:
            return Refusal(REJECTED, refusal.reason, refusal.message, {"reason": refusal.reason})
        except (Exception, SystemExit) as error:
            return Fault("exception", f"the engine raised {_last_line(error)}", _trace(error))
        took, limit = time.monotonic() - start, self._timeouts.limit(method)
        if took > limit:
            return Fault("hang", f"{method} took {took:.1f} s, the limit is {limit:g} s")
        return _read(returned)

    def restart(self) -> None:
        """Forget the object; the next question builds another."""
        self._engine = None

    def close(self) -> None:
        """Let the object go."""
        self._engine = None


def find_engine(place: str) -> Callable[[], Ask]:
    """Find what `MODULE:NAME` names and give a function that builds it; raise EngineUnreachable."""
    module_name, _, name = place.partition(":")
    if not module_name or not name:
        raise EngineUnreachable(
            f"`python:{place}` must read `python:MODULE:NAME`, such as `python:game:Engine`"
        )
    found: Any = _import(module_name)
    for part in name.split("."):
        if not hasattr(found, part):
            raise EngineUnreachable(
                f"the module `{module_name}` has no `{name}`; name a class, or a function, that it has"
            )
        found = getattr(found, part)
    if not callable(found):
        raise EngineUnreachable(
            f"`{place}` can't be called; name a callable without arguments that returns the engine, "
            "or a function `ask(method, params)`"
        )
    return builder(found)


def builder(found: Callable[..., Any]) -> Callable[[], Ask]:
    """Give a function that builds the engine, from a factory or from a plain `ask(method, params)`."""
    if not _takes(found, 0) and _takes(found, 2):
        return lambda: found
    return lambda: _ask_of(found())


def _ask_of(engine: Any) -> Ask:
    ask = getattr(engine, "ask", engine)
    if not callable(ask):
        raise TypeError(f"{type(engine).__name__} has no method `ask(method, params)`")
    return ask  # type: ignore[no-any-return]


def _takes(function: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        # Functions of the interpreter may have no signature: the factory is the usual case.
        return count == 0
    return True


def _import(module_name: str) -> Any:
    # A vendor's engine stands in the folder where the command is given; last, so that it hides nothing.
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and _leads_to(error.name, module_name):
            raise EngineUnreachable(
                f"there is no Python module `{error.name}`; name one that is installed or stands in {here}"
            ) from error
        raise EngineUnreachable(
            f"the module `{module_name}` can't be imported, mend it first: {_last_line(error)}"
        ) from error


def _leads_to(missing: str, module_name: str) -> bool:
    return module_name == missing or module_name.startswith(missing + ".")


def _read(returned: object) -> Answer:
    try:
        line = _to_json(returned)
        value = from_json(line)
    except Exception as error:
        sentence = f"JSON can't carry what the engine returned ({_last_line(error)})"
        return Fault("bad-message", sentence, quote(repr(returned)))
    if isinstance(value, dict) and "error" in value:
        return _read_refusal(value, line.encode())
    return Result(value)


def _read_refusal(value: dict[str, Any], line: bytes) -> Answer:
    if len(value) > 1:
        return Fault("bad-message", "the engine returned an error together with something else", quote(value))
    error = value["error"]
    # There is no one to read a message between two objects, so it may be left out here.
    return read_error({"message": "", **error} if isinstance(error, dict) else error, line)


def _last_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1].strip()


def _trace(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
