"""Checks every exchange between a bot and the loopback against Discord's API description."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import jsonschema_rs

from loopback.exchange import Exchange
from tests.openapi.description import Operation, operations, shape

_CDN = "/attachments/"
_REFUSED = 400


@dataclass(slots=True)
class Recorder:
    """Collects deviations, with how often each was seen.

    `hostile`: the test sends requests that the loopback should refuse. A request that breaks the
    description is then none if it was answered with a 4xx status; otherwise it always is one.
    `checks_requests` is off where they are garbage: Discord ignores what it does not know, and so
    does the loopback.
    """

    hostile: bool = False
    checks_requests: bool = True
    checked: int = 0
    deviations: Counter[str] = field(default_factory=Counter[str])

    def __call__(self, exchange: Exchange) -> None:
        """Check one exchange."""
        if exchange.path.startswith(_CDN):
            return
        self.checked += 1
        operation = None
        if exchange.route is not None:
            operation = operations().get((exchange.method, shape(exchange.route)))
        where = f"{exchange.method} {exchange.route or exchange.path}"
        if operation is None:
            if not self.hostile:
                self._add(where, "the description has no such route")
            return
        refused = self.hostile and _REFUSED <= exchange.status < 500
        if self.checks_requests and not refused:
            self._check_request(where, operation, exchange)
        self._check_answer(where, operation, exchange)

    def _check_request(self, where: str, operation: Operation, exchange: Exchange) -> None:
        for name in exchange.query:
            if name not in operation.parameters:
                self._add(where, f"unknown query parameter {name!r}")
        if exchange.body is None:
            return
        if operation.body is None:
            self._add(where, "a body where none is described")
        else:
            self._check(f"{where} request", operation.body, exchange.body)

    def _check_answer(self, where: str, operation: Operation, exchange: Exchange) -> None:
        status = str(exchange.status)
        if exchange.status >= 500:
            return
        described = status if status in operation.answers else f"{status[0]}XX"
        if described not in operation.answers:
            self._add(where, f"the status {status} is not described")
            return
        validator = operation.answers[described]
        if validator is None:
            if exchange.answer:
                self._add(where, f"a body with the status {status}")
        else:
            self._check(f"{where} {status}", validator, json.loads(exchange.answer))

    def _check(
        self, where: str, validator: jsonschema_rs.Draft202012Validator, value: object
    ) -> None:
        for error in validator.iter_errors(value):
            for path, message in _causes(error, ()):
                self._add(f"{where} at /{'/'.join(path)}", message)

    def _add(self, where: str, what: str) -> None:
        self.deviations[f"{where}: {what}"[:1500]] += 1

    def report(self) -> str:
        """Return the deviations, one a line."""
        return "\n".join(f"{count}x {what}" for what, count in self.deviations.most_common())


def _causes(
    error: jsonschema_rs.ValidationError, above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Go through what is wrong: of several alternatives, with the one that fits best."""
    path = tuple(str(each) for each in error.instance_path) or above
    kind = error.kind
    if isinstance(kind, _Alternatives) and kind.context:
        depth = len(error.instance_path)
        for cause in min(kind.context, key=lambda each: _unlikeness(each, depth)):
            yield from _causes(cause, path)
    else:
        yield path, error.message


def _unlikeness(errors: list[jsonschema_rs.ValidationError], depth: int) -> tuple[bool, int]:
    """Rank an alternative: last are those whose `type`, or JSON type, is another one."""
    other = any(
        each.instance_path[depth:] == ["type"]
        or (
            len(each.instance_path) == depth
            and isinstance(each.kind, jsonschema_rs.ValidationErrorKind.Type)
        )
        for each in errors
    )
    return other, len(errors)


_Alternatives = (
    jsonschema_rs.ValidationErrorKind.AnyOf,
    jsonschema_rs.ValidationErrorKind.OneOfNotValid,
)
