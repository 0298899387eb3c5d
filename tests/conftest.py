"""What holds for every test: whatever goes over the wire is what Discord describes."""

from collections.abc import Generator

import pytest

from loopback import Loopback
from tests.openapi.recorder import Recorder


@pytest.fixture(autouse=True)
def recorder(request: pytest.FixtureRequest) -> Generator[Recorder]:
    """Check every exchange with a loopback server, and fail the test that deviates."""
    recording = Recorder(hostile="tests/loopback" in request.node.nodeid)
    Loopback.observers.append(recording)
    yield recording
    Loopback.observers.remove(recording)
    assert not recording.deviations, recording.report()
