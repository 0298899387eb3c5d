"""Refusals with a picture: the rule that forbids a move, where, and the present state."""

from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_table, for_text
from bot.messages.controls.message import Button, Link, Message, Style
from bot.messages.panels.table import move_buttons
from bot.messages.words import sentences
from bot.messages.words.endings import rule_line
from bot.messages.words.text import NOTHING, lines
from bot.messages.words.time import agreed_time
from bot.model.caller import Person
from bot.model.errors import Outdated, SetApart, TermsChanged
from bot.model.table import Table, User
from bot.tables.advice import NO_HINTS, allows_hints
from rules.contract.core import AmbiguousMove, RulesError, RuleViolation, Seat
from rules.contract.sentence import Sentence, Stranger, Verbatim, say
from rules.contract.typed import wanted_act
from rules.match.table_rules import COMMON

__all__ = [
    "bot_missing",
    "current_board",
    "illegal_move_message",
    "not_in_thread",
    "other_act",
    "refusal_text",
    "set_apart",
    "stale_message",
    "terms_changed",
]


def refusal_text(error: RulesError) -> Sentence:
    """Return the reason for a refusal in words, with the rule."""
    if isinstance(error, RuleViolation):
        violation = error.violation
        if violation.rule in COMMON:
            return violation.detail
        return lines(violation.detail, rule_line(violation.rule))
    if isinstance(error, AmbiguousMove):
        hint = say("-# Type the whole move.")
        return lines(error.sentence, hint)
    return error.sentence


_COMMANDS: Final = {
    "help": say("To learn how to play here, use `/help`."),
    "rules": say("To read the rules, use `/rules`."),
    "board": say("To see the board, use `/board`."),
}
_BUTTONS: Final = {act.word: act for act in Act}


def other_act(table: Table, typed: str) -> Message | None:
    """Return the button for a text such as `draw`, which names an act and no move; else None.

    For a few words it is a sentence on the command to use.
    """
    word = wanted_act(typed) or typed.strip().lower()
    if word in _COMMANDS:
        return Message(_COMMANDS[word])
    act = _BUTTONS.get(word)
    if act is None or table.match is None:
        return None
    if act is Act.HINT and not allows_hints(table):
        return Message(NO_HINTS)
    told = say("“{text}” isn't a move. This button does it:", text=Stranger(typed.strip()))
    return Message(told, rows=((act.button(table),),))


def illegal_move_message(
    table: Table, seat: Seat | None, error: RulesError, typed: str = ""
) -> Message:
    """Return the reason for refusing a move, with the cells ringed, and the choices now."""
    cells = error.violation.cells if isinstance(error, RuleViolation) else ()
    picture = pictures.draw(pictures.offending(table, seat, cells), table) if cells else None
    return Message(refusal_text(error), picture, move_buttons.instead(table, seat, typed))


def current_board(table: Table, user: User, note: Sentence = NOTHING) -> Message:
    """Return the present board as the user sees it, with whose turn it is."""
    line = sentences.state_line(table)
    seat = table.seat(user.id)
    picture = pictures.draw_present(table, seat)
    return Message(lines(note, line), picture, move_buttons.instead(table, seat))


def set_apart(refused: SetApart) -> Message:
    """Return why a game can't go on at present, with the button that ends it for good."""
    closing = for_text(verbs.CLOSE_APART, refused.table.id)
    row = (Button(say("End it for good"), closing, Style.DANGER),)
    return Message(refused.sentence, rows=(row,))


def terms_changed(refused: TermsChanged, person: Person) -> Message:
    """Return the terms as they are now, with the button again that the person may press on them."""
    table, terms = refused.table, refused.table.terms
    told = lines(
        say("The settings changed:"),
        sentences.terms_line(table),
        agreed_time(terms.time, vacation=terms.vacation),
    )
    button = _on_new_terms(table, person)
    return Message(told, rows=((button,),) if button else ())


def _on_new_terms(table: Table, person: Person) -> Button | None:
    """Return the button with which a person takes a place, agrees or begins on the new terms."""
    player, digest = table.player(person), table.terms.digest
    joining = for_table(verbs.JOIN_LISTED, table, table.channel_id, digest)
    if player in table.to_agree:
        return Button(say("Agree"), joining, Style.SUCCESS)
    if player in table.seated:
        start = Button(say("Start"), for_table(verbs.START, table, digest), Style.PRIMARY)
        return start if table.is_ready else None
    if player is None and len(table.players) >= len(table.seating):
        return None
    return Button(say("Join"), joining, Style.SUCCESS)


def bot_missing(invite: str | None, *, for_users: bool) -> Message:
    """Return what people read in a server that the bot isn't in.

    `invite` is the link that invites it, if it can be invited. `for_users` is true if people can
    install it for themselves.
    """
    if invite is None:
        return Message(
            say(
                "I'm not in this server and can't be invited to servers. You can play in group "
                "chats and DMs."
            )
        )
    link = ((Link(say("Invite me"), invite),),)
    if for_users:
        return Message(
            say(
                "I'm not in this server. Ask someone who manages it to invite me, or play in"
                " group chats and DMs."
            ),
            rows=link,
        )
    return Message(
        say("I'm not in this server. Ask someone who manages it to invite me."),
        rows=link,
    )


def not_in_thread(bot_id: int) -> Message:
    """Return what people read in a private thread that the bot isn't in."""
    return Message(
        say(
            "I'm not in this private thread yet. Mention me ({bot}) to add me, then try again.",
            bot=Verbatim(f"<@{bot_id}>"),
        )
    )


def stale_message(error: Outdated, user: User) -> Message:
    """Return the present board for a request that doesn't fit it."""
    if error.table.match is None:
        return Message(error.sentence)
    return current_board(error.table, user, error.sentence)
