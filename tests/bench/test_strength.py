"""`make strength`: the names of players, alone and in pairs."""

import sys

import pytest

from bench import strength


@pytest.mark.parametrize(
    ("pair", "player", "rival"),
    [
        ("2:1", "2 Reed", "1 Pebble"),
        ("1:A", "1 Pebble", "A"),
        ("overlooks:0.9:random", "overlooks:0.9", "random"),
        ("A:overlooks:0.3", "A", "overlooks:0.3"),
        ("overlooks:0.6:overlooks:0.3", "overlooks:0.6", "overlooks:0.3"),
    ],
)
def test_a_pair_names_two_players(
    pair: str,
    player: str,
    rival: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", "--game", "rematch", "--games", "2", pair])
    strength.main()
    *_, row = capsys.readouterr().out.splitlines()
    assert row.startswith(f"| ReMatch | {player} | {rival} | 2 |")


def test_nobody_overlooks_moves_where_levels_differ_by_their_errors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        sys, "argv", ["strength", "--game", "hypergammon", "--games", "2", "overlooks:0.3:A"]
    )
    strength.main()
    assert "Hypergammon" not in capsys.readouterr().out
