"""Whether what a case expects is what came, and if not, in which place and what was there instead."""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

ABSENT = "nothing"


def plain(value: Any) -> Any:
    """``value`` as a case file would write it.

    Fractions become strings (``1/2``) unless they are whole, tuples lists, numbers of an array library Python's own.
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def written(value: Any) -> str:
    """``value`` on one line, for a message."""
    return json.dumps(plain(value), ensure_ascii=False, default=str)


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """What of ``expected`` is not in ``found``; keys that are not expected may be anything."""
    missed = []
    for key, wanted in expected.items():
        if key not in found:
            missed.append(f"{key} should be {written(wanted)}, but there is no such key (there are: {_names(found)})")
        elif not _same(plain(wanted), plain(found[key])):
            missed.append(f"{key} should be {written(wanted)}, but is {written(found[key])}")
    return missed


def event_faults(
    expected: Sequence[Mapping[str, Any]], never: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]
) -> list[str]:
    """The first expected event that does not come after the one before it, and every event that should never come."""
    missed = []
    start = 0
    for number, wanted in enumerate(expected, 1):
        at = next((index for index in range(start, len(events)) if not differences(wanted, events[index])), None)
        if at is None:
            missed.append(f"event {number} {written(wanted)} did not come; {_instead(wanted, events[start:])}")
            break
        start = at + 1
    for unwanted in never:
        came = next((event for event in events if not differences(unwanted, event)), None)
        if came is not None:
            missed.append(f"event {written(unwanted)} should never come, but {written(came)} did")
    return missed


def state_faults(expected: Mapping[str, Mapping[str, Any]], state: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What differs from the expected end, entity by entity; others may be anything."""
    missed = []
    for id_, wanted in expected.items():
        if id_ not in state:
            missed.append(f"{id_} is not in the end state (there are: {_names(state)})")
        else:
            missed += [f"{id_}: {difference}" for difference in differences(wanted, state[id_])]
    return missed


def _same(expected: Any, found: Any) -> bool:
    """Equality that tells 1 from true, at any depth."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(_same(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(_same, expected, found))
    return isinstance(expected, bool) == isinstance(found, bool) and bool(expected == found)


def _instead(wanted: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    """What came instead of an event: those of its kind, else the kinds that came at all."""
    if not events:
        return "no event was left to come"
    alike = [event for event in events if _same(wanted.get("kind"), event.get("kind"))]
    if alike:
        return f"of its kind came: {'; '.join(map(written, alike[:5]))}"
    return f"the kinds that came: {_names(dict.fromkeys(str(event.get('kind', '')) for event in events))}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(str, names)) or ABSENT
