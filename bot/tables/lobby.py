"""What people can do at a table until its game begins; every permission is checked here."""

from dataclasses import replace

from bot.model.caller import Caller
from bot.model.errors import TableError
from bot.model.table import Player, PlayerStatus, Request, Status, Table
from bot.tables.commands import Accept, AddWords, Close, Decline, Join, Leave, MoveToThread
from rules.registry import find
from rules.sentence import Notation, Stranger, one_of, say

__all__ = ["after", "may_moderate", "require_open", "require_startable"]

_Change = Join | Accept | Decline | Leave | Close | AddWords | MoveToThread


def after(table: Table, caller: Caller, command: _Change, request: Request) -> Table:
    """Return the table once the command is carried out. Raises TableError if it is refused."""
    if isinstance(command, MoveToThread):
        return _moved(table, caller, command)
    if isinstance(command, Close):
        return _closed(table, caller)
    require_open(table)
    match command:
        case Join():
            return _joined(table, caller, request)
        case Accept():
            return _accepted(table, caller, request)
        case Decline():
            _require_invited(table, caller)
            return _without(table, caller)
        case Leave():
            return _left(table, caller)
        case AddWords(words):
            return _with_words(table, caller, words)


def require_open(table: Table) -> None:
    """Raise TableError unless the table waits for players."""
    if table.status is Status.CLOSED:
        raise TableError(say("This table was closed. `/play` opens a new one."))
    if table.status in {Status.PLAYING, Status.OVER}:
        raise TableError(say("This game has started already."))


def require_startable(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller may begin the game now."""
    require_open(table)
    player = table.player(caller.user.id)
    if player is None or player.status is not PlayerStatus.SEATED:
        raise TableError(say("Only those who sit at the table can start the game."))
    if not table.is_full:
        missing = len(table.seating) - len(table.seated)
        raise TableError(
            say("The table still waits for {missing} more to sit down.", missing=missing)
        )


def may_moderate(table: Table, caller: Caller) -> bool:
    """Whether the caller moderates the place in which the table stands."""
    place = table.place
    here = caller.place.channel_id in {place.channel_id, place.parent_id}
    return caller.may_moderate and here


def _joined(table: Table, caller: Caller, request: Request) -> Table:
    present = table.player(caller.user.id)
    if present and present.status is PlayerStatus.SEATED:
        raise TableError(say("You already sit at this table."))
    if not present and len(table.players) >= len(table.seating):
        raise TableError(
            say(
                "Every place here is taken or kept for somebody who was invited. "
                "`/play` opens another table."
            )
        )
    return _seated(table, caller, request)


def _accepted(table: Table, caller: Caller, request: Request) -> Table:
    """Seat somebody who was invited.

    Somebody who is seated already may accept again: the bot may have stopped before the game
    began.
    """
    if any(player.user.id == caller.user.id for player in table.seated):
        return table
    _require_invited(table, caller)
    return _seated(table, caller, request)


def _seated(table: Table, caller: Caller, request: Request) -> Table:
    present = table.player(caller.user.id)
    words = present.words if present else ""
    player = Player(caller.user, PlayerStatus.SEATED, accepted=request.id, words=words)
    return _with_player(table, player)


def _left(table: Table, caller: Caller) -> Table:
    if table.player(caller.user.id) is None:
        raise TableError(say("You are not at this table."))
    if caller.user.id == table.host_id:
        return replace(table, status=Status.CLOSED)
    return _without(table, caller)


def _closed(table: Table, caller: Caller) -> Table:
    if table.status in {Status.PLAYING, Status.OVER}:
        raise TableError(say("A game that has begun is not closed: resign it, or agree to a draw."))
    if table.status is Status.CLOSED:
        raise TableError(say("This table was closed already."))
    if caller.user.id != table.host_id and not may_moderate(table, caller):
        raise TableError(say("Only the host of this table, or a moderator here, can close it."))
    return replace(table, status=Status.CLOSED)


def _with_words(table: Table, caller: Caller, words: str) -> Table:
    player = table.player(caller.user.id)
    if player is None:
        raise TableError(say("Only those who sit at the table can add words to its dice."))
    if table.dice is None:
        raise TableError(
            say("{game} is played without dice.", game=Notation(find(table.terms.game).spec.title))
        )
    return _with_player(table, replace(player, words=words))


def _moved(table: Table, caller: Caller, command: MoveToThread) -> Table:
    if caller.user.id != table.host_id:
        raise TableError(say("Only the person who asked for this table can open it."))
    if table.status is not Status.OFFERED:
        raise TableError(say("This table has been opened already."))
    return replace(table, place=command.place, status=Status.OPEN)


def _require_invited(table: Table, caller: Caller) -> None:
    player = table.player(caller.user.id)
    if player is None or player.status is not PlayerStatus.INVITED:
        names = one_of(Stranger(each.user.name) for each in table.invited)
        if not table.invited:
            raise TableError(say("Nobody is invited to this table any more."))
        refused = say("Only those who were invited can answer: {names}.", names=names)
        if len(table.players) == len(table.seating):
            raise TableError(refused)
        raise TableError(say("{refused} You can press **Join** for a free place.", refused=refused))


def _with_player(table: Table, player: Player) -> Table:
    known = table.player(player.user.id)
    if known is None:
        return replace(table, players=(*table.players, player))
    players = tuple(player if each == known else each for each in table.players)
    return replace(table, players=players)


def _without(table: Table, caller: Caller) -> Table:
    rest = tuple(player for player in table.players if player.user.id != caller.user.id)
    return replace(table, players=rest)
