"""A warning of ours is an error; one that a library raises inside itself is none."""

import warnings

import pytest

from tests.test_architecture import PACKAGES


def test_our_own_warnings_are_errors() -> None:
    with pytest.raises(DeprecationWarning):
        warnings.warn("this is old", DeprecationWarning, stacklevel=1)


@pytest.mark.parametrize("package", [*PACKAGES, "fast", "bench", "tests"])
@pytest.mark.parametrize("module", ["{}", "{}.inside"])
def test_warnings_of_our_packages_are_errors(package: str, module: str) -> None:
    with pytest.raises(DeprecationWarning):
        _warn(module.format(package))


@pytest.mark.parametrize("module", ["discord.utils", "botany", "asyncio.events"])
def test_warnings_inside_libraries_are_none(module: str) -> None:
    with warnings.catch_warnings(record=True) as seen:
        _warn(module)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("message", "category"),
    [
        ("unclosed socket", ResourceWarning),
        ("coroutine 'serve' was never awaited", RuntimeWarning),
        ("Exception ignored in", pytest.PytestUnraisableExceptionWarning),
    ],
)
def test_leaks_are_errors_wherever_they_show(message: str, category: type[Warning]) -> None:
    with pytest.raises(category, match=message):
        _warn("asyncio.events", message, category)


def _warn(
    module: str, message: str = "this is old", category: type[Warning] = DeprecationWarning
) -> None:
    warnings.warn_explicit(message, category, "somewhere.py", 1, module=module)
