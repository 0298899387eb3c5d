"""Commands at a table until its game begins; all of their permissions are checked here."""

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Final

from bot.model.caller import Caller, Person
from bot.model.errors import TableError, TermsChanged
from bot.model.ratings import unratable
from bot.model.table import (
    Player,
    PlayerStatus,
    Request,
    Status,
    Table,
    Terms,
    TermsChange,
    User,
)
from bot.model.words import words_of
from bot.tables.checks import engine_of, require_keeping, require_seeing
from bot.tables.commands import (
    Accept,
    AddEngine,
    AddWords,
    Agree,
    Close,
    Decline,
    InviteInstead,
    Join,
    Leave,
    LobbyChange,
    MoveToThread,
    Open,
    OpenPlace,
    SetOptions,
)
from rules.contract.sentence import Stranger, all_of, one_of, say, say_n
from rules.fair import one_line
from rules.registry import find

__all__ = [
    "LONGEST_WORDS",
    "MOST_CHANGES",
    "after",
    "begins",
    "declined_for",
    "first_players",
    "may_moderate",
    "require_engine_welcome",
    "require_host",
    "require_open",
    "require_startable",
    "require_terms",
    "without_agreement",
]

LONGEST_WORDS: Final = 100
"""The most characters of the words that a person adds to the dice."""
MOST_CHANGES: Final = 5
"""The most changes of one table's terms, as a change asks everyone there again."""


def after(table: Table, caller: Caller, command: LobbyChange, request: Request, now: int) -> Table:
    """Return the table after the command at `now`, in Unix seconds.

    Raises TableError if it is refused.
    """
    if isinstance(command, MoveToThread):
        return _moved(table, caller, command)
    if isinstance(command, Close):
        return _closed(table, caller)
    _require_waiting(table, command)
    match command:
        case Join(terms):
            require_terms(table, terms)
            return _joined(table, caller, request)
        case Accept(terms):
            require_terms(table, terms)
            return _accepted(table, caller, request)
        case Agree(terms):
            require_terms(table, terms)
            return _agreed(table, caller)
        case Decline(mute):
            return _with_player(table, _declining(table, caller, again=mute))
        case InviteInstead(declined, to, is_unseeing):
            require_seeing(to, is_unseeing=is_unseeing)
            return _invited_instead(table, caller, declined, to)
        case OpenPlace(declined):
            gone = _declined(table, caller, declined)
            return replace(table, players=tuple(p for p in table.players if p is not gone))
        case Leave():
            return _left(table, caller)
        case AddEngine(level):
            require_engine_welcome(table, caller)
            return replace(table, players=(*table.players, engine_of(level, table.players)))
        case AddWords(words):
            return _with_words(table, caller, words)
        case SetOptions(hints, vacation, boards):
            require_host(table, caller)
            changed = replace(table.terms, hints=hints, vacation=vacation, boards=boards)
            return _with_terms(table, changed, now)


def _require_waiting(table: Table, command: LobbyChange) -> None:
    """Raise TableError unless the table's first game waits for players in its channel.

    Where the players are set, they can only add words to their dice and decline a paired game.
    """
    require_open(table)
    lets_go = table.pairing is not None and isinstance(command, Leave)
    if table.has_fixed_players and not lets_go and not isinstance(command, AddWords):
        raise TableError(say("The players of this game are set. Press **Start**."))
    if table.status is Status.OFFERED:
        raise TableError(say("This game has no thread yet. Its host can open one."))
    if table.game_number > 1:
        raise TableError(say("The series continues when a player presses **Start**."))


def declined_for(table: Table, guest: User) -> Table:
    """Return the table after a guest who has muted the host has declined unasked."""
    player = table.player(guest.id)
    assert player is not None, "the host has just invited them"
    return _with_player(table, replace(player, status=PlayerStatus.DECLINED))


def begins(command: LobbyChange, after: Table) -> bool:
    """Return True if a game begins by itself: with the last seat and the last agreement.

    Without dice it also begins with an engine in the last place, or in its new thread. With dice it
    then begins with Start, a press whose number no one knew before.
    """
    if not after.is_ready:
        return False
    return isinstance(command, (Join, Accept, Agree)) or (
        isinstance(command, AddEngine | MoveToThread) and after.dice is None
    )


def first_players(
    command: Open, host: Player, muters: Collection[Person] = ()
) -> tuple[Player, ...]:
    """Return the players of a new table: the host, invited people, and engines.

    Invited people who have muted the host (`muters`) decline at once, unasked. Raises TableError
    for a level that no engine has.
    """
    invited = (
        Player(
            user,
            PlayerStatus.DECLINED if user.id in muters else PlayerStatus.INVITED,
            command.sides.get(user.id),
        )
        for user in command.invited
    )
    players = [host, *invited]
    for level in command.engines:
        players.append(engine_of(level, players))
    return tuple(players)


def require_open(table: Table) -> None:
    """Raise TableError unless the table waits for players."""
    if table.status is Status.CLOSED:
        raise TableError(say("This game was cancelled. `/play` starts a new one."))
    if table.status in {Status.PLAYING, Status.OVER}:
        raise TableError(say("This game has already started."))


def require_startable(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller may begin the game now."""
    require_open(table)
    player = table.player(caller.user.id)
    if player is None or player.status is not PlayerStatus.SEATED:
        raise TableError(say("Only players can start the game."))
    if not table.is_full:
        missing = len(table.seating) - len(table.seated)
        raise TableError(
            say_n(
                "1 more player has to join first.",
                "{count} more players have to join first.",
                missing,
            )
        )
    if table.to_agree:
        names = all_of(Stranger(each.user.name) for each in table.to_agree)
        raise TableError(say("Waiting for {names} to agree to the new settings.", names=names))


def require_terms(table: Table, seen: str | None) -> None:
    """Raise TermsChanged unless the terms, by their digest, are those that the person saw."""
    if seen is not None and seen != table.terms.digest:
        raise TermsChanged(table)


def require_host(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller is the host of a table that waits for players."""
    require_open(table)
    if caller.user.id != table.host_id:
        host = Stranger(table.host.name)
        raise TableError(say("Only {host} can do that.", host=host))


def require_engine_welcome(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller may seat a computer opponent here now."""
    require_open(table)
    if caller.user.id != table.host_id:
        raise TableError(say("Only the host can add the computer. `/play` starts your own game."))
    if len(table.players) >= len(table.seating):
        raise TableError(say("Every seat is taken or reserved."))


def may_moderate(table: Table, caller: Caller) -> bool:
    """Return True if the caller moderates the table's place."""
    place = table.place
    here = caller.place.channel_id in {place.channel_id, place.parent_id}
    return caller.may_moderate and here


def _joined(table: Table, caller: Caller, request: Request) -> Table:
    present = table.player(caller.user.id)
    if present in table.to_agree:
        return _agreed(table, caller)
    if present and present.status is PlayerStatus.SEATED:
        raise TableError(say("You're already in this game."))
    if not present and len(table.players) >= len(table.seating):
        raise TableError(say("Every seat is taken or reserved. `/play` starts another game."))
    return _seated(table, caller, request)


def _accepted(table: Table, caller: Caller, request: Request) -> Table:
    """Return the table with an invited person seated.

    At a full table, a seated person may accept again. That begins the game if the channel was busy
    before.
    """
    if table.player(caller.user.id) in table.to_agree:
        return _agreed(table, caller)
    if any(player.user.id == caller.user.id for player in table.seated):
        if not table.is_ready:
            raise TableError(say("You're already in this game."))
        return table
    _asked(table, caller)
    return _seated(table, caller, request)


def _seated(table: Table, caller: Caller, request: Request) -> Table:
    """Return the table with a person on a seat, who agrees to its terms by taking it."""
    present = table.player(caller.user.id)
    player = replace(
        present or Player(caller.user, PlayerStatus.INVITED),
        user=caller.user,
        status=PlayerStatus.SEATED,
        accepted=request.id,
        agreed=table.terms.digest,
        was_invited=present is not None,
    )
    return _with_player(table, player)


def _agreed(table: Table, caller: Caller) -> Table:
    """Return the table after a person with a place has agreed to its changed terms."""
    player = table.player(caller.user.id)
    if player is None or player.status is not PlayerStatus.SEATED:
        raise TableError(say("Only players are asked. Press **Join** to take an open seat."))
    if player not in table.to_agree:
        raise TableError(say("You've already agreed."))
    return _with_player(table, replace(player, agreed=table.terms.digest))


def without_agreement(table: Table) -> Table:
    """Return the table without people who haven't agreed to its terms in time.

    A seat that was kept for a person is kept for them again.
    """
    silent = table.to_agree
    kept = tuple(
        replace(player, status=PlayerStatus.INVITED, accepted=None, agreed=None)
        if player in silent
        else player
        for player in table.players
        if player not in silent or player.was_invited
    )
    return replace(table, players=kept)


def _left(table: Table, caller: Caller) -> Table:
    """Return the table without a person; an invited person declines by leaving."""
    player = table.player(caller.user.id)
    if player is None:
        raise TableError(say("You're not in this game."))
    if table.pairing is not None:
        rest = tuple(each for each in table.players if each != player)
        return replace(table, status=Status.CLOSED, players=rest)
    if caller.user.id == table.host_id:
        return replace(table, status=Status.CLOSED)
    if player.status is not PlayerStatus.SEATED:
        return _with_player(table, _declining(table, caller))
    return replace(table, players=tuple(each for each in table.players if each != player))


def _closed(table: Table, caller: Caller) -> Table:
    if table.status in {Status.PLAYING, Status.OVER}:
        raise TableError(say("The game has started. You can resign or offer a draw."))
    if table.event is not None:
        raise TableError(
            say(
                "This is a tournament game. If no one starts it within 72 hours, both "
                "players lose it."
            )
        )
    if table.pairing is not None:
        raise TableError(say("You were paired. **Not now** on its card lets the game go."))
    if table.status is Status.CLOSED:
        raise TableError(say("This game is already cancelled."))
    if table.game_number > 1 and not may_moderate(table, caller):
        raise TableError(say("Only a moderator can cancel a series in progress."))
    if caller.user.id != table.host_id and not may_moderate(table, caller):
        raise TableError(say("Only the host or a moderator can cancel this game."))
    return replace(table, status=Status.CLOSED)


def _with_words(table: Table, caller: Caller, words: str) -> Table:
    player = table.player(caller.user.id)
    if player is None:
        raise TableError(say("You're not in this game, so you can't add words to its dice."))
    if table.dice is None:
        raise TableError(say("{game} has no dice.", game=find(table.terms.game).spec.title))
    added = one_line(words_of(words))
    if not 0 < len(added) <= LONGEST_WORDS:
        raise TableError(
            say(
                "Words for the dice have 1 to {most} characters that can be seen.",
                most=LONGEST_WORDS,
            )
        )
    return _with_player(table, replace(player, words=added))


def _with_terms(table: Table, terms: Terms, now: int) -> Table:
    """Return the table with other terms. Everyone there but the host has yet to agree."""
    if unratable(terms, table.place, with_engine=False):
        terms = replace(terms, rated=False)
    if terms == table.terms:
        return table
    require_keeping(terms, table.place)
    if terms.digest == table.terms.digest:
        return replace(table, terms=terms)
    last = table.terms_change
    number = last.number + 1 if last else 1
    if number > MOST_CHANGES:
        raise TableError(
            say(
                "Settings can change {most} times. Cancel this game and start a new one with "
                "`/play`.",
                most=MOST_CHANGES,
            )
        )
    players = tuple(
        replace(player, agreed=terms.digest if player.user.id == table.host_id else None)
        for player in table.players
    )
    told = set(last.fields) if last and table.to_agree else set[str]()
    changed = replace(table, terms=terms, players=players)
    change = TermsChange(
        number,
        now,
        tuple(
            each.name
            for each in fields(Terms)
            if each.name in told or getattr(terms, each.name) != getattr(table.terms, each.name)
        ),
        card=table.cards + 1 if changed.to_agree else 0,
    )
    return replace(changed, terms_change=change)


def _moved(table: Table, caller: Caller, command: MoveToThread) -> Table:
    if caller.user.id != table.host_id:
        raise TableError(say("Only the host can open it."))
    if table.status is not Status.OFFERED:
        raise TableError(say("This game is already open."))
    return replace(table, place=command.place, status=Status.OPEN)


def _asked(table: Table, caller: Caller) -> Player:
    """Return a person who was invited, whatever they answered. Raises TableError for others."""
    player = table.player(caller.user.id)
    if player is None or player.status not in {PlayerStatus.INVITED, PlayerStatus.DECLINED}:
        names = one_of(Stranger(each.user.name) for each in table.invited)
        if not table.invited:
            raise TableError(say("No one is invited to this game now."))
        refused = say("Only {names} can answer this invitation.", names=names)
        if len(table.players) == len(table.seating):
            raise TableError(refused)
        raise TableError(say("{refused} Press **Join** to take an open seat.", refused=refused))
    return player


def _declining(table: Table, caller: Caller, *, again: bool = False) -> Player:
    """Return a person who declines; with `again`, they may have done so before."""
    player = _asked(table, caller)
    if player.status is PlayerStatus.DECLINED and not again:
        raise TableError(say("You already declined. **Accept** still takes your seat."))
    return replace(player, status=PlayerStatus.DECLINED)


def _declined(table: Table, caller: Caller, declined: int) -> Player:
    """Return the person who declined, for the host to decide on their place. Raises TableError."""
    if caller.user.id != table.host_id:
        host = Stranger(table.host.name)
        raise TableError(say("Only {host} decides who gets that seat.", host=host))
    found = next((player for player in table.declined if player.id == declined), None)
    if found is None:
        raise TableError(say("That seat has just been taken."))
    return found


def _invited_instead(table: Table, caller: Caller, declined: int, to: User) -> Table:
    gone = _declined(table, caller, declined)
    if to.id == gone.user.id:
        again = replace(gone, status=PlayerStatus.INVITED)
        return _with_player(table, again)
    if table.player(to.id) is not None:
        raise TableError(say("{name} is already in this game.", name=Stranger(to.name)))
    invited = Player(to, PlayerStatus.INVITED, gone.preferred_side)
    kept = tuple(player for player in table.players if player is not gone)
    return replace(table, players=(*kept, invited))


def _with_player(table: Table, player: Player) -> Table:
    known = table.player(player.user.id)
    if known is None:
        return replace(table, players=(*table.players, player))
    players = tuple(player if each == known else each for each in table.players)
    return replace(table, players=players)
