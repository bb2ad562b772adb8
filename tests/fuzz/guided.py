"""Lines that a fuzzer finds by what they reach in the readers, beside those that are damaged by chance.

    pip install atheris
    python -m tests.fuzz.guided -max_total_time=600 -max_len=2000

It starts from the lines of real rounds, and what it is given after its name are libFuzzer's own words. `atheris` has
wheels for CPython on Linux, so no test needs it.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

with atheris.instrument_imports(include=["fairfelt.conformance.connections", "fairfelt.conformance.protocol"]):
    from fairfelt.conformance.connections.answers import Fault, Refusal, Result
    from fairfelt.conformance.connections.checked import Checked
    from fairfelt.conformance.connections.wire import read_answer

from tests.fuzz.cases import Told, conversation
from tests.helpers import SIX

HEARD = conversation(SIX)[0]
ASKED = {heard.method: heard.params for heard in HEARD if heard.method in ("configure", "round.act")}


def try_line(line: bytes) -> None:
    """Read a line as the answer to each kind of request."""
    for method, params in ASKED.items():
        answer = Checked(Told(read_answer(line, 1))).ask(method, params)
        assert isinstance(answer, Result | Refusal | Fault)
        assert not isinstance(answer, Fault) or (answer.message and answer.message.isprintable())


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for at, heard in enumerate(HEARD[:200]):
            (Path(folder) / str(at)).write_bytes(heard.line.replace(b'"id":%d' % heard.id, b'"id":1'))
        atheris.Setup([sys.argv[0], folder, *sys.argv[1:]], try_line)
        atheris.Fuzz()
