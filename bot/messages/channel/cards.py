"""The card of a table that waits for players."""

from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_table, for_text
from bot.messages.controls.levels import level_menu
from bot.messages.controls.message import Button, Message, PersonMenu, Row, Style, in_rows, marked
from bot.messages.controls.verbs import Verb
from bot.messages.words import sentences
from bot.messages.words.text import channel_link, dotted, lines, mention, named, shortened
from bot.model.caller import Person
from bot.model.mark import Mark, MarkKind
from bot.model.table import Player, Status, Table, User
from rules.contract.sentence import all_of, say

__all__ = ["REPLACED", "card", "closed_card", "decided", "declined", "not_now", "you_declined"]

_NAME: Final = 30
"""The most characters of a name on a button."""

REPLACED: Final = Message(say("The settings changed. New card below."))
"""The remains of a card when a newer one asks people to agree to other terms."""


def card(table: Table, *, choosing_level: bool = False) -> Message:
    """Return the card of a table that waits for players; those invited are pinged.

    A card that tells of changed terms pings instead those who have to agree to them.
    A later game of a series only needs a press on Start, and all players are pinged.
    `choosing_level` is true while the host picks a level for the computer.
    """
    post = _card(table, choosing_level=choosing_level)
    return marked(post, Mark(MarkKind.CARD, table.id, table.cards))


def _card(table: Table, *, choosing_level: bool) -> Message:
    start = Button(say("Start"), _on_terms(verbs.START, table), Style.PRIMARY)
    if table.game_number > 1:
        pings = tuple(player.user.id for player in table.seated if not player.is_engine)
        return Message(sentences.card(table), rows=((start,),), pings=pings)
    if table.pairing is not None:
        pings = tuple(each.user.id for each in table.persons)
        told = all_of(map(mention, pings))
        text = lines(say("{players} You've been paired.", players=told), sentences.card(table))
        return Message(text, rows=((start, not_now(table)),), pings=pings)
    if table.event is not None:
        return Message(sentences.card(table), rows=((start,),))
    text, picture = sentences.card(table), pictures.draw_to_come(table)
    return Message(text, picture, _rows(table, start, choosing_level=choosing_level), _pings(table))


def not_now(table: Table) -> Button:
    """Return the button that declines a paired game."""
    return Button(say("Not now"), for_text(verbs.NOT_NOW, table.id))


def _rows(table: Table, start: Button, *, choosing_level: bool) -> tuple[Row, ...]:
    """Return the buttons: first those that bring the game nearer to its start."""
    free = len(table.players) < len(table.seating)
    row: list[Button] = []
    if table.to_agree:
        row.append(Button(say("Agree"), _on_terms(verbs.AGREE_TERMS, table), Style.SUCCESS))
    if table.is_ready:
        row.append(start)
    if table.invited or table.declined:
        row.append(Button(say("Accept"), _on_terms(verbs.ACCEPT, table), Style.SUCCESS))
        row.append(Button(say("Decline"), for_table(verbs.DECLINE, table)))
    if free:
        row.append(Button(say("Join"), _on_terms(verbs.JOIN, table), Style.SUCCESS))
    below: list[Button] = []
    if free and not choosing_level:
        below.append(Button(say("Play the computer"), for_table(verbs.COMPUTER, table)))
    below.append(Button(say("Options"), for_table(verbs.OPTIONS, table)))
    if len(table.seated) - len(table.engines) > 1:
        below.append(Button(say("Leave"), for_table(verbs.LEAVE, table)))
    below.append(Button(say("Cancel game"), for_table(verbs.CLOSE, table)))
    rows = in_rows([*row, *below])
    if free and choosing_level:
        return (*rows, (level_menu(table, for_table(verbs.LEVEL, table)),))
    return rows


def _pings(table: Table) -> tuple[Person, ...]:
    if table.terms_change is not None and table.terms_change.card == table.cards:
        return tuple(player.user.id for player in table.to_agree)
    return tuple(player.user.id for player in table.invited if not player.silent)


def _on_terms(verb: Verb, table: Table) -> CustomId:
    """Return the custom_id of a button by which a person agrees to the terms they see."""
    return for_table(verb, table, table.terms.digest)


def you_declined(table: Table) -> Message:
    """Return what someone who has declined reads, with a button that mutes the host."""
    mute = say("Mute {host}", host=shortened(table.host.name, _NAME))
    return Message(
        say("You declined."), rows=([Button(mute, for_table(verbs.DECLINE_MUTE, table))],)
    )


def declined(table: Table, gone: Player) -> Message:
    """Return the question to the host, who is pinged, after someone has declined."""
    game, host = sentences.game_of(table).spec.title, mention(table.host_id)
    text = say(
        "{host}: {who} declined {game}. Who should play instead?",
        who=named(gone.user), game=game, host=host,
    )  # fmt: skip
    row = [
        Button(say("Let anyone join"), for_table(verbs.OPEN_PLACE, table, gone.id)),
        Button(say("Cancel the game"), for_table(verbs.CLOSE, table)),
    ]
    invite = PersonMenu(say("Invite someone else …"), for_table(verbs.INVITE, table, gone.id))
    return Message(text, rows=([invite], row), pings=(table.host_id,))


def decided(who: User, to: User | None) -> Message:
    """Return the answered question about a seat: someone is invited, or anyone can join."""
    if to is None:
        return Message(say("{who} declined. Anyone can join now.", who=named(who)))
    text = say("{who} declined. {to} is invited instead.", who=named(who), to=named(to))
    return Message(text)


def closed_card(table: Table, *, elsewhere: bool = False) -> Message:
    """Return the card of a game that has started, moved or was cancelled.

    `elsewhere` is true if the game started in another channel than the card's.
    """
    if table.status is Status.CLOSED and table.pairing is not None:
        return Message(lines(sentences.terms_line(table), sentences.first_in_line(table.persons)))
    if table.status is Status.CLOSED:
        return Message(lines(sentences.terms_line(table), say("This game was cancelled.")))
    if table.status is Status.OPEN:
        moved = say("This game moved to {place}.", place=channel_link(table.channel_id))
        return Message(lines(sentences.terms_line(table), moved))
    begun = sentences.begun_line(table)
    if table.place.parent_id is not None and elsewhere:
        place = say("in {place}", place=channel_link(table.channel_id))
        begun = dotted(begun, place)
    return Message(begun)
