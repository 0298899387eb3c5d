"""The classes of the database's columns: what they hold of people, why, and for how long.

docs/privacy.md is made from this by `python -m tests.privacy`. A new column needs a class here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["KEPT", "UNTIL_REMOVED", "Holds", "Kept"]


class Holds(Enum):
    """The kind of thing that a column holds."""

    DISCORD_NUMBER = "Discord's number of a person"
    PERSON = "a person's own number here"
    WRITING = "a name, or what a person wrote"
    ENTERED = "what a person chose or planned for themselves"
    PLACE = "a number of Discord's for a server, a channel, a message or an interaction"
    NEITHER = "nothing of these"


@dataclass(frozen=True, slots=True)
class Kept:
    """A table of the database: its use for players, why it is kept, and how long.

    The other fields are the names of its columns by what they hold, separated by blanks; no name
    is in two of them.
    """

    table: str
    what: str
    why: str
    until: str
    discord_number: str = ""
    person: str = ""
    writing: str = ""
    entered: str = ""
    place: str = ""
    neither: str = ""
    deleted_by: str = ""
    """The columns of people by which a row is deleted once one of them is forgotten; `player_id`
    stands for whose row of `players` it is."""
    emptied_by: str = ""
    """Columns of people, with a colon and the writing that is emptied then."""
    deleted_with: str = ""
    """The column of a server by which a row is deleted with what is kept about that server."""
    stays: str = ""
    """The columns of people whose numbers stay: they lead to no one then."""

    @property
    def emptied(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The columns of people, with what is emptied once they are forgotten."""
        for each in self.emptied_by.split():
            column, _, writing = each.partition(":")
            yield column, tuple(writing.split(","))

    @property
    def columns(self) -> Iterator[tuple[str, Holds]]:
        """The columns, with what they hold."""
        for holds in Holds:
            for column in getattr(self, holds.name.lower()).split():
                yield column, holds


_FOR_EVER: Final = "as long as the database exists"
UNTIL_REMOVED: Final = "until 90 days after the server removes the bot, or its owner has it deleted"
_TURN: Final = "until the turn that it is about ends"

KEPT: Final = (
    Kept(
        "people", "who is who",
        "to recognize you when you come back, to mention you, and to write in your language",
        _FOR_EVER,
        discord_number="user_id", person="person", neither="leaving exported_at locale",
        deleted_by="person",
    ),
    Kept(
        "forgotten", "who was forgotten lately, as a mark of their Discord number under a key",
        "because forgotten people play no rated games for 30 days",
        "30 days",
        discord_number="mark", neither="until",
    ),
    Kept(
        "tables", "the tables, each with its game and its terms",
        "to play the game, to show it again, and to list it",
        _FOR_EVER,
        person="host",
        place="guild_id channel_id parent_id card_id board_id board_channel_id"
        " begun_by",
        neither="id place secret game rules_version options seating time_control clock_mode"
        " vacation hints boards rated series_format series_id game_number status outcome"
        " outcome_rule set_apart cards declines terms_change card_number shown_number board_kind"
        " board_first board_number locale opened_at rematch_of begun_at"
        " entry_count log_digest position_number round due_player due_kind turn_since due_at"
        " turn_allowed pause_end end_told engine_due dice_root dice_links event_id event_game"
        " pairing_id",
        stays="host",
    ),
    Kept(
        "players", "who plays or is invited, with your words for the dice",
        "to let you play, to name you, and to prove the dice",
        _FOR_EVER + "; if you leave before the game begins, until then",
        person="person", writing="name words words_digest", place="accepted_request",
        neither="id table_id seat kind level status preferred_side agreed was_invited contestant"
        " from_entry until_entry silent past",
        emptied_by="person:name,words", stays="person",
    ),
    Kept(
        "entries", "the log of each game: moves, offers, rolls, decisions",
        "because a game is its log",
        _FOR_EVER,
        place="request",
        neither="table_id number at actor_kind actor_seat actor_player kind text",
    ),
    Kept(
        "reasons", "the reasons that moderators give for decisions",
        "because everyone in the game can see why",
        _FOR_EVER,
        person="person", writing="text", neither="table_id number",
        deleted_by="person",
    ),
    Kept(
        "results", "how each game ended for each player",
        "for scores, series, ratings and lists",
        _FOR_EVER,
        person="person against", place="guild_id",
        neither="table_id seat player_id sequence team sides rank score worth rule series_id game"
        " pool dice edge why ended_at entry length engines level turns late waits",
        stays="person against",
    ),
    Kept(
        "ratings", "your ratings, one for each game in each server",
        "to show how strong you are",
        UNTIL_REMOVED,
        person="person", place="guild_id", neither="pool rating deviation games played_at",
        stays="person", deleted_with="guild_id",
    ),
    Kept(
        "steps", "how each game moved your rating",
        "to show it, and to compute ratings again when a game is struck",
        UNTIL_REMOVED,
        person="person", place="guild_id",
        neither="pool sequence rating_before deviation_before games_before played_before rating"
        " deviation team",
        stays="person", deleted_with="guild_id",
    ),
    Kept(
        "corrections", "the games that moderators struck from the ratings, who did, and why",
        "because ratings are computed without them",
        UNTIL_REMOVED,
        person="person of_person", writing="reason", neither="id sequence counts at",
        emptied_by="person:reason", stays="person of_person",
    ),
    Kept(
        "played", "how many games you won, drew and lost in a server, and how punctual you were",
        "to show how you play",
        _FOR_EVER,
        person="person", place="guild_id",
        neither="pool won drawn lost timed_out given_up turns late longest since",
        stays="person",
    ),
    Kept(
        "turn_times", "how long you took for your moves",
        "to show how fast you play",
        _FOR_EVER,
        person="person", place="guild_id", neither="seconds turns",
        stays="person",
    ),
    Kept(
        "rivals", "your scores against other people",
        "to show them to both of you",
        _FOR_EVER,
        person="person rival", neither="pool ahead level behind",
        stays="person rival",
    ),
    Kept(
        "engine_games", "how the computer fared at each level",
        "to show how strong a level is",
        _FOR_EVER,
        neither="game level won drawn lost",
    ),
    Kept(
        "game_facts", "how the games of a server went, without people",
        "to show what a game is like",
        _FOR_EVER,
        place="guild_id",
        neither="game version seating options what rule number times",
    ),
    Kept(
        "refusals", "how often a rule refused a move in a server, without people",
        "to show which rules of a game people miss",
        _FOR_EVER,
        place="guild_id", neither="game version seating options rule times",
    ),
    Kept(
        "table_messages", "boards with a newer one below them, and messages that ask something",
        "to make lines of the record of them, and to say there what came of it",
        "until that is done, or can't be",
        place="message_id channel_id", neither="table_id kind first number due told refused",
    ),
    Kept(
        "vacancies", "open seats, for whom, and a moderator's reason",
        "to let someone take over",
        "until someone takes over, or the search or the game ends",
        person="to_person reason_by", writing="to_name reason",
        neither="table_id seat way since by_player has_left guild_id",
        deleted_by="to_person", emptied_by="reason_by:reason",
    ),
    Kept(
        "seat_calls", "calls for a player for a seat",
        "so that no one is called too often",
        "a day",
        person="to_person", neither="id table_id seat at",
        deleted_by="to_person",
    ),
    Kept(
        "invitation_pings", "who invited whom, and when that pinged them",
        "so that no one is pinged too often",
        "a day",
        person="host guest", neither="at",
        deleted_by="host guest",
    ),
    Kept(
        "requests", "the numbers of interactions that changed a table",
        "because Discord may deliver one twice",
        "a day",
        place="id", neither="table_id at",
    ),
    Kept(
        "outbox", "messages that are to be sent",
        "so that none is lost",
        "until it is sent; 90 days if Discord refuses it",
        person="person payload", place="channel_id guild_id token after",
        neither="id kind table_id number token_until dedupe created_at not_before attempts"
        " first_refused_at answer_only parked lease_owner lease_until",
        deleted_by="person", stays="payload",
    ),
    Kept(
        "displays", "the messages that are kept up to date, such as the board of a server's games",
        "to change them when something happens",
        UNTIL_REMOVED,
        place="subject guild_id channel_id message_id old_channel_id old_message_id",
        neither="id kind number posted_at digest edited_at due_at asks wait refused_at",
        deleted_with="guild_id",
    ),
    Kept(
        "timers", "what is to happen at a time, such as a reminder",
        "so that it happens",
        "until it has happened",
        person="person", place="dedupe guild_id",
        neither="id due kind table_id lease_owner lease_until",
        deleted_by="person",
    ),
    Kept(
        "preferences", "your choices in `/notify`",
        "to do as you chose",
        _FOR_EVER + ", as you chose last",
        person="person", entered="notify dm_ok hidden", neither="digested_at digest_refused",
        deleted_by="person",
    ),
    Kept(
        "without_preview", "the games in which your moves are played at once",
        "to do as you chose",
        "until you choose otherwise",
        person="person", entered="game",
        deleted_by="person",
    ),
    Kept(
        "quiet_hours", "your time zone and quiet hours",
        "to ping you at no other time",
        "the last ones " + _FOR_EVER + "; those before, until no running turn goes by them",
        person="person", entered="zone starts ends", neither="saved_at",
        deleted_by="person",
    ),
    Kept(
        "muted", "the tables whose turns don't ping you",
        "to do as you chose",
        "until the game is over, or you choose otherwise",
        person="person", entered="table_id",
        deleted_by="person",
    ),
    Kept(
        "mutes", "the people you muted, with their names as they were then",
        "to do as you chose",
        "until you unmute them",
        person="person muted", writing="name", neither="id at",
        deleted_by="person", emptied_by="muted:name", stays="muted",
    ),
    Kept(
        "pings", "when you were pinged, and about what",
        "so that no one is pinged twice in an hour about one thing",
        "a day, or until messages that still wait from then are sent",
        person="person", neither="id table_id number position about at silent",
        deleted_by="person",
    ),
    Kept(
        "reminders", "planned reminders, and reminders sent in a game in progress",
        "to remind you",
        _TURN + "; sent ones, until the game ends",
        person="person", neither="table_id begun about moment at held sent",
        deleted_by="person",
    ),
    Kept(
        "vacations", "when you took vacation",
        "because there are 20 days of it in a year",
        "a year",
        person="person", neither="starts ends",
        deleted_by="person",
    ),
    Kept(
        "drafts", "a move you are entering",
        "so that a restart doesn't lose it",
        "until the game is over",
        person="person", entered="clicked", neither="table_id position_number",
        deleted_by="person",
    ),
    Kept(
        "plans", "your plans in a game",
        "to play the answers you planned",
        "until play has left them",
        entered="tree answers", neither="table_id player_id root_entry root_digest",
        deleted_by="player_id",
    ),
    Kept(
        "notes", "your notes about games, which you alone see",
        "for you",
        _FOR_EVER + ", or until you empty the note",
        person="person", writing="text", neither="table_id",
        deleted_by="person",
    ),
    Kept(
        "studies", "games you explore, also from files, lessons, practice games, and moves you try",
        "to show you the next position",
        "30 days after you last tried a move in one",
        person="person", entered="transcript lesson root line",
        neither="id aim table_id report puzzle step seed level shared_at seat is_helped is_over"
        " used_at",
        deleted_by="person",
    ),
    Kept(
        "guilds", "the settings of servers, and when one removed the bot",
        "to do as the server's admins chose",
        UNTIL_REMOVED,
        place="guild_id settings", neither="removed_at rated_after week_told",
        deleted_with="guild_id",
    ),
    Kept(
        "outages", "times in which the bot or a place couldn't be reached",
        "because they cost no one time",
        "until all turns are over that they fell into",
        place="scope_id", neither="id starts ends scope shards cause",
    ),
    Kept(
        "reports", "analyses of finished games, by the digest of the log",
        "so that they needn't be computed again",
        _FOR_EVER,
        neither="digest how report",
    ),
    Kept(
        "metadata", "what the bot remembers about itself",
        "to start again where it stopped",
        _FOR_EVER,
        neither="key value",
    ),
)  # fmt: skip
"""The tables of the core. Extensions have theirs."""
