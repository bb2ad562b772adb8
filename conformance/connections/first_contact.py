"""The first word to an engine: it answers, or there is no engine."""

from fairfelt import __version__
from fairfelt.conformance.connections.answers import Connection, EngineUnreachable, Fault, Transport
from fairfelt.conformance.connections.checked import checked
from fairfelt.conformance.connections.recovering import recovering
from fairfelt.conformance.protocol.messages import PROTOCOL_VERSION


def first_contact(transport: Transport, spec: str) -> Connection:
    """Put checks and recovery around a transport and ask hello once; raise EngineUnreachable."""
    connection = recovering(checked(transport), transport)
    suite = {"name": "fairfelt", "version": __version__}
    answer = connection.ask("hello", {"protocol": PROTOCOL_VERSION, "suite": suite})
    if isinstance(answer, Fault):
        connection.close()
        raise EngineUnreachable(
            f"`{spec}` did not answer hello, mend that first ({answer.kind}): {answer.message}"
        )
    return connection
