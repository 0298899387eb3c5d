"""Threads that draw stand back behind the event loop, whatever the process may do."""

import asyncio
import os
import subprocess
import sys
import threading

import pytest

from bot.messages import pictures

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives each thread a priority of its own"
)

_LOWEST = 19
"""No process is nicer, however much more it is asked for."""
_PRINT = """
import os, threading
from bot.messages.pictures import THREADS
def niceness():
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
print(niceness(), THREADS.submit(niceness).result())
"""


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


async def test_threads_that_draw_let_the_event_loop_go_first() -> None:
    before = _niceness()
    drawing = await asyncio.get_running_loop().run_in_executor(pictures.THREADS, _niceness)
    assert drawing == max(10, before)
    assert _niceness() == before


@pytest.mark.parametrize("lower", [5, 15])
def test_a_process_of_low_priority_draws_all_the_same(lower: int) -> None:
    words = ["nice", "-n", str(lower), sys.executable, "-c", _PRINT]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    of_process = min(_LOWEST, _niceness() + lower)
    assert list(map(int, said.split())) == [of_process, max(10, of_process)]
