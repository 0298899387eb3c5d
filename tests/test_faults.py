"""Every fault of the catalogue can still be planted; `python -m tests.faults` plants them."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.faults.catalogue import FAULTS
from tests.faults.fault import Fault, NotPlantableError, planted, require_plantable

SAMPLE = """
class Clock:
    @property
    def left(self):
        return self.end - self.now

def left(end, now):
    def inner():
        return end - now
    return inner()
"""
FAULT = Fault(
    name="sample", harm="", module="m", function="left.inner",
    old="end - now", new="0", tests=(),
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted(fault: Fault) -> None:
    """Where this fails, the code has changed: write the fault anew against it in tests/faults."""
    require_plantable(fault)


def test_each_fault_has_a_name_of_its_own() -> None:
    names = Counter(fault.name for fault in FAULTS)
    assert max(names.values()) == 1, names.most_common(1)


def test_a_fault_is_planted_in_its_function_alone() -> None:
    assert planted(SAMPLE, FAULT) == SAMPLE.replace("return end - now", "return 0")
    method = replace(FAULT, function="Clock.left", old="self.end - self.now")
    assert planted(SAMPLE, method) == SAMPLE.replace("self.end - self.now", "0")


def test_a_fault_of_no_function_is_planted_in_its_module() -> None:
    module = replace(FAULT, function="", old="left(end, now)", new="left(now, end)")
    assert planted(SAMPLE, module) == SAMPLE.replace("left(end, now)", "left(now, end)")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"function": "right"}, "0 functions"),
        ({"function": "Clock"}, "0 functions"),
        ({"old": "end + now"}, "stands 0 times"),
        ({"function": "left", "old": "end"}, "stands 2 times"),
        ({"function": "", "old": "end"}, "stands 3 times"),
        ({"new": "now -"}, "is no Python"),
        ({"new": "(end - now)"}, "means the same"),
    ],
)
def test_what_cannot_be_planted_is_said(changes: dict[str, str], reason: str) -> None:
    with pytest.raises(NotPlantableError, match=reason):
        planted(SAMPLE, replace(FAULT, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"module": "tests.faults.no_module"},
        {"tests": ()},
        {"tests": ("tests/test_faults.py::test_nothing",)},
        {"tests": ("tests/no_file.py::test_nothing",)},
    ],
)
def test_a_fault_names_code_and_tests_that_exist(changes: dict[str, object]) -> None:
    sound = FAULTS[0]
    require_plantable(sound)
    with pytest.raises(NotPlantableError):
        require_plantable(replace(sound, **changes))  # type: ignore[arg-type]
