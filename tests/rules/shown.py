"""The words of a view in English."""

from rules.contract.view import BoardView


def status(view: BoardView) -> str:
    assert view.status is not None
    return view.status.english()


def notes(view: BoardView) -> list[str]:
    """Return what each side has or still needs."""
    return [player.note.english() if player.note else "" for player in view.players]


def sides(view: BoardView) -> list[tuple[str, str, bool]]:
    """Return each side's title and note, and whether it is to move."""
    return [
        (player.title.english(), note, player.to_move)
        for player, note in zip(view.players, notes(view), strict=True)
    ]
