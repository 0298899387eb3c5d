"""The file of a game in words: what it proves, and of which table it is."""

from bot.extensions.studies.values import Comparison, Likeness, SentGame
from bot.messages.words.text import NOTHING, code, lines, table_link
from rules.contract.sentence import Sentence, say
from rules.match.rounds import round_of
from rules.records.json_form import DIGITS

__all__ = ["told"]


def told(sent: SentGame, comparison: Comparison | None) -> Sentence:
    """Return what the file is, and how its game compares with that of a table, if one is known."""
    likeness = comparison.likeness if comparison else None
    digits = (
        say(
            "-# Its record begins with {digest}. These digits stand below the last board, too, if "
            "it is genuine.",
            digest=code(sent.digest[:DIGITS]),
        )
        if sent.digest and likeness is not Likeness.RECORD
        else NOTHING
    )
    if comparison is not None:
        return lines(_compared(comparison), digits)
    consistent = say(
        "This file is consistent: every turn follows the rules. Whether it was played here I can't "
        "tell: I know no such game at a table that you see."
    )
    return lines(consistent, digits)


def _compared(kept: Comparison) -> Sentence:
    table, match = kept.known, kept.known.started
    game = table_link(match.game.spec.title, table.id, table.place, table.board_id)
    move = round_of((kept.difference or 1) - 1, len(match.game.spec.teams))
    match kept.likeness:
        case Likeness.RECORD:
            return say("This is {game}: its record is the one that I keep.", game=game)
        case Likeness.TURNS:
            return say("This is {game}, turn by turn.", game=game)
        case Likeness.OTHER_RECORD:
            return say(
                "Its turns are those of {game}, but its record isn't the one that I keep: a time "
                "or something else beside the turns was changed.",
                game=game,
            )
        case Likeness.OTHER_END:
            return say("Its turns are those of {game}, but it tells another end.", game=game)
        case Likeness.SO_FAR:
            return say(
                "This is the beginning of {game}, which has more turns from move {move} on.",
                game=game, move=move,
            )  # fmt: skip
        case Likeness.OTHER:
            return say("This isn't {game}: it differs from move {move} on.", game=game, move=move)
