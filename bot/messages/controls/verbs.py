"""The verbs of buttons, menus and forms, with the shapes of their custom_ids."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

__all__ = ["NOTHING", "POSITION", "STUDY", "TABLE", "TURN", "Argument", "Subject", "Verb"]

Argument: TypeAlias = int | str
"""The type of a verb's argument: numbers from 0, or texts."""


class Subject(Enum):
    """The subject of a verb, with the number of fields that name it in a custom_id."""

    NOTHING = "nothing", 0
    TABLE = "table", 1
    """A table whose game hasn't begun."""
    POSITION = "position", 3
    """A position of a table's game, or an offer made in it."""
    STUDY = "study", 3
    """A position of a study."""
    TURN = "turn", 3
    """A position in which a move is picked: of a table's game, or of a study."""

    def __init__(self, word: str, fields: int) -> None:
        self.word = word
        self.fields = fields


NOTHING, TABLE, POSITION, STUDY, TURN = Subject


@dataclass(frozen=True, slots=True)
class Verb:
    """The request of a button, menu or form: its word, its subject and its arguments.

    Moves and clicks are texts, which `move_words` writes.
    """

    word: str
    subject: Subject
    arguments: tuple[type[Argument], ...] = ()


ABORT: Final = Verb("abort", POSITION)
ACCEPT: Final = Verb("accept", TABLE, (str,))
AGREE: Final = Verb("agree", POSITION)
AGREE_TERMS: Final = Verb("agreeterms", TABLE, (str,))
ANALYSIS: Final = Verb("analysis", POSITION)
AS_TEXT: Final = Verb("astext", POSITION)
AT_ONCE: Final = Verb("atonce", POSITION, (str,))
BACK: Final = Verb("back", TURN, (str,))
CHOOSE: Final = Verb("choose", TURN, (str,))
CLAIMS: Final = Verb("claims", POSITION)
CLAIM_TIME: Final = Verb("claimtime", POSITION)
CLICKS: Final = Verb("clicks", TURN, (str,))
CLOSE: Final = Verb("close", TABLE)
CLOSE_APART: Final = Verb("closeapart", NOTHING, (int,))
CLOSE_ONE: Final = Verb("closeone", NOTHING)
COMPUTER: Final = Verb("computer", TABLE)
COUNT: Final = Verb("count", POSITION)
DECLINE: Final = Verb("decline", TABLE)
DECLINE_MUTE: Final = Verb("declinemute", TABLE)
DICE: Final = Verb("dice", POSITION)
DRAW: Final = Verb("draw", POSITION)
EXPLORE: Final = Verb("explore", TURN)
ERASE_SERVER: Final = Verb("eraseserver", NOTHING)
ERASE_SERVER_NOW: Final = Verb("eraseservernow", NOTHING)
EXPORT: Final = Verb("export", POSITION)
EXPORT_MINE: Final = Verb("exportmine", NOTHING)
FIRST_GAME: Final = Verb("firstgame", NOTHING, (str,))
FOLLOW: Final = Verb("follow", POSITION)
FOLLOW_GAME: Final = Verb("followgame", NOTHING, (int,))
"""Follows a game from any channel of its server, by its table."""
FOLLOW_LISTED: Final = Verb("followlisted", NOTHING)
FORGET_ME: Final = Verb("forgetme", NOTHING)
FORGET_NOW: Final = Verb("forgetnow", NOTHING)
GIVE_TIME: Final = Verb("givetime", POSITION, (int,))
GIVE_SEAT: Final = Verb("giveseat", POSITION)
GAMES: Final = Verb("games", NOTHING)
GAMES_LIST: Final = Verb("gameslist", NOTHING, (str, str, int, int, int, int))
GAMES_PAGE: Final = Verb("gamespage", NOTHING, (str, str, int, int, int))
GIVE_UP: Final = Verb("giveup", POSITION)
HINT: Final = Verb("hint", POSITION)
HISTORY: Final = Verb("history", POSITION)
INVITE: Final = Verb("invite", TABLE, (int,))
INVITE_TO: Final = Verb("inviteto", NOTHING)
JOIN: Final = Verb("join", TABLE, (str,))
JOIN_LISTED: Final = Verb("joinlisted", TABLE, (int, str))
KEEP_SEAT: Final = Verb("keepseat", POSITION, (int,))
LEARN: Final = Verb("learn", TURN)
LEAVE: Final = Verb("leave", TABLE)
LET_ANYONE_JOIN: Final = Verb("clubopen", NOTHING, (str,))
"""Opens a game for anyone; its word is from when only club boards had the button."""
LEVEL: Final = Verb("level", TABLE)
RANKS: Final = Verb("leaderboard", NOTHING)
MENU: Final = Verb("menu", POSITION)
MENU_AT_ONCE: Final = Verb("menuatonce", POSITION, (int,))
MINE: Final = Verb("mine", POSITION)
MODERATE: Final = Verb("moderate", POSITION)
MODERATED: Final = Verb("moderated", POSITION, (str,))
MODERATION: Final = Verb("moderation", POSITION)
MODERATE_FORM: Final = Verb("moderateform", POSITION, (str,))
MOVE: Final = Verb("move", POSITION)
MY_DATA: Final = Verb("mydata", NOTHING)
NOT_NOW: Final = Verb("notnow", NOTHING, (int,))
"""Asks whether a paired game, by the number of its table, is to be let go."""
NOTE: Final = Verb("note", POSITION)
NOTED: Final = Verb("noted", POSITION)
NOTIFY: Final = Verb("notify", NOTHING, (str, int))
NOTIFY_ZONE: Final = Verb("notifyzone", NOTHING, (str, int))
"""Sets the zone, and then the options of `/notify` that were typed without one."""
OFFER_SEAT: Final = Verb("offerseat", POSITION)
OPPONENTS: Final = Verb("opponents", NOTHING, (str,))
OPEN_PLACE: Final = Verb("openplace", TABLE, (int,))
OPTIONS: Final = Verb("options", TABLE)
PAGE: Final = Verb("page", TURN, (str, int))
PART: Final = Verb("part", TURN, (str, str))
PARTNER: Final = Verb("partner", POSITION, (int,))
PARTS: Final = Verb("parts", TURN, (str,))
PAUSE: Final = Verb("pause", POSITION)
PAUSE_FORM: Final = Verb("pauseform", POSITION)
PLANS: Final = Verb("plans", POSITION)
PLAN_AT: Final = Verb("planat", POSITION, (str,))
PLAN_CUT: Final = Verb("plancut", POSITION, (str,))
PLAN_GO: Final = Verb("plango", POSITION, (str,))
PLAN_QUEUE: Final = Verb("planqueue", POSITION, (str, int))
PLAN_TRY: Final = Verb("plantry", POSITION, (str,))
PLAN_TYPE: Final = Verb("plantype", POSITION, (str,))
PLAN_TYPED: Final = Verb("plantyped", POSITION, (str,))
PLAY: Final = Verb("play", TURN, (str,))
PLAY_GAME: Final = Verb("playgame", NOTHING, (str, int))
"""Opens a table of a game with the wish kept under the number of an interaction."""
PLAY_ON: Final = Verb("playon", POSITION)
PLY: Final = Verb("ply", POSITION, (str, int))
PROFILE: Final = Verb("profile", NOTHING)
REFUSE: Final = Verb("refuse", POSITION)
REMATCH: Final = Verb("oncemore", POSITION)
REPLACE: Final = Verb("replace", POSITION, (int,))
REPLACE_ANY: Final = Verb("replaceany", POSITION, (int,))
REPLACE_BY: Final = Verb("replaceby", POSITION, (int,))
REPLAY: Final = Verb("replay", POSITION)
REPLAY_SINCE: Final = Verb("replaysince", POSITION, (int,))
"""Replays a game from the round with this number on."""
REPLAY_TOLD: Final = Verb("replaytold", NOTHING, (int,))
"""Replays the game of a table that is told elsewhere in its server."""
RESIGN: Final = Verb("resign", POSITION)
RESUME: Final = Verb("resume", POSITION)
RULES: Final = Verb("rules", NOTHING, (str, int))
SCORE: Final = Verb("score", POSITION)
SHOW_ANALYSIS: Final = Verb("showanalysis", POSITION)
SHOW_DICE: Final = Verb("showdice", POSITION)
SEATS: Final = Verb("seats", POSITION)
SEAT_ENGINE: Final = Verb("seatengine", POSITION, (int,))
SEAT_LEVEL: Final = Verb("seatlevel", POSITION, (int,))
SHOW: Final = Verb("show", POSITION)
SET_BOARDS: Final = Verb("setboards", NOTHING)
SET_CLUB: Final = Verb("setclub", NOTHING)
SET_CLUB_PAGE: Final = Verb("setclubpage", NOTHING, (int,))
SERVER_GAMES: Final = Verb("servergames", NOTHING, (int, int))
SET_CHANNELS: Final = Verb("setchannels", NOTHING)
SET_LANGUAGE: Final = Verb("setlanguage", NOTHING)
SET_LIMIT: Final = Verb("setlimit", NOTHING)
SET_LIMIT_TO: Final = Verb("setlimitto", NOTHING)
SET_MORE: Final = Verb("setmore", NOTHING, (int,))
"""Shows more settings (1), or the first ones again (0)."""
SET_MODERATORS: Final = Verb("setmoderators", NOTHING)
SET_OPENERS: Final = Verb("setopeners", NOTHING)
SET_OPTIONS: Final = Verb("setoptions", TABLE)
SET_UNNAMED: Final = Verb("setunnamed", NOTHING, (int,))
SET_RATED: Final = Verb("setrated", NOTHING, (int,))
SET_THREAD: Final = Verb("setthread", NOTHING, (int,))
SET_TIME: Final = Verb("settime", NOTHING)
SET_TIME_TO: Final = Verb("settimeto", NOTHING)
SET_UP: Final = Verb("setup", NOTHING)
"""Makes the chosen channel the home of a server's club."""
SET_UP_HERE: Final = Verb("setuphere", NOTHING)
SET_UP_LATER: Final = Verb("setuplater", NOTHING)
SET_UP_UNDO: Final = Verb("setupundo", NOTHING, (int, int, int, str))
"""Turns off parts of a club: the channel, their bits, and the hour and zone before."""
SET_UP_UNDO_CARD: Final = Verb("setupundocard", NOTHING, (int, int, int, str, int))
"""The same, and the public card that offers the set-up again."""
START: Final = Verb("start", TABLE, (str,))
STAY: Final = Verb("stay", POSITION)
STUDY_ANALYSIS: Final = Verb("studyanalysis", STUDY)
STUDY_AT: Final = Verb("studyat", STUDY, (str,))
"""Shows a position; the text tells the buttons apart that lead to it."""
STUDY_HINT: Final = Verb("studyhint", STUDY)
STUDY_MOVE: Final = Verb("studymove", STUDY)
TAKE_BACK: Final = Verb("takeback", POSITION)
TAKE_SEAT: Final = Verb("takeseat", POSITION, (int,))
THREAD: Final = Verb("thread", TABLE)
TIME: Final = Verb("time", POSITION)
TURN_PAGE: Final = Verb("turnpage", NOTHING, (str, int))
TYPE: Final = Verb("type", TURN, (str,))
TYPED: Final = Verb("typed", TURN, (str,))
WITHDRAW: Final = Verb("withdraw", POSITION)
