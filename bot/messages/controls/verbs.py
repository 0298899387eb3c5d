"""The verbs of buttons, menus and forms, each with the shape of its custom_ids."""

from enum import Enum
from typing import TypeAlias

__all__ = ["Argument", "Subject", "Verb"]

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


class Verb(Enum):
    """The request of a button, menu or form: its word, its subject and its arguments.

    Moves and clicks are texts, which `move_words` writes.
    """

    ABORT = "abort", POSITION
    ACCEPT = "accept", TABLE, str
    AGREE = "agree", POSITION
    AGREE_TERMS = "agreeterms", TABLE, str
    ANALYSIS = "analysis", POSITION
    ANSWER = "answer", STUDY
    AROUND_ME = "aroundme", NOTHING, str
    AS_TEXT = "astext", POSITION
    AT_ONCE = "atonce", POSITION, str
    BACK = "back", TURN, str
    CHOOSE = "choose", TURN, str
    CLAIMS = "claims", POSITION
    CLAIM_TIME = "claimtime", POSITION
    CLICKS = "clicks", TURN, str
    CLOSE = "close", TABLE
    CLOSE_APART = "closeapart", NOTHING, int
    CLOSE_ONE = "closeone", NOTHING
    CLUB_GAME = "clubgame", NOTHING, str
    CLUB_INVITE = "clubinvite", NOTHING, str
    CLUB_OPEN = "clubopen", NOTHING, str
    CLUB_PLAY = "clubplay", NOTHING
    CLUB_PUZZLE = "clubpuzzle", NOTHING
    COMPUTER = "computer", TABLE
    COUNT = "count", POSITION
    DECLINE = "decline", TABLE
    DECLINE_MUTE = "declinemute", TABLE
    DICE = "dice", POSITION
    DRAW = "draw", POSITION
    EVENT_BEGIN = "eventbegin", NOTHING, int, int
    """Begins an event (1), or asks whether to (0); likewise below."""
    EVENT_CANCEL = "eventcancel", NOTHING, int, int
    EVENT_CHALLENGE = "eventchallenge", NOTHING, int, int
    """Challenges an entrant of a ladder, or asks whom (0)."""
    EVENT_DIRECT = "eventdirect", NOTHING, int
    EVENT_HAND_OVER = "eventhandover", NOTHING, int
    EVENT_JOIN = "eventjoin", NOTHING, int
    EVENT_LEAVE = "eventleave", NOTHING, int, int
    EVENT_MINE = "eventmine", NOTHING, int
    EVENT_OUT = "eventout", NOTHING, int, int
    """Asks why somebody from a page of an event's people is taken out of it."""
    EVENT_OUT_FORM = "eventoutform", NOTHING, int, int
    EVENT_OUT_PERSON = "eventoutperson", NOTHING, int
    """Asks why the chosen person is taken off a ladder."""
    EVENT_POST = "eventpost", NOTHING, str, str, str, int, int, int, int
    """Opens an event: its game, variant, time, meetings, games at once, days (0: ladder), rated."""
    EVENT_STOP = "eventstop", NOTHING, int, int
    EVENT_TABLE = "eventtable", NOTHING, int, int
    """Shows the table of a group by its number; 0: of the final, or of the own group."""
    EXPLORE = "explore", TURN
    ERASE_SERVER = "eraseserver", NOTHING
    ERASE_SERVER_NOW = "eraseservernow", NOTHING
    EXPORT = "export", POSITION
    EXPORT_MINE = "exportmine", NOTHING
    FIRST_GAME = "firstgame", NOTHING, str
    FOLLOW = "follow", POSITION
    FOLLOWED = "followed", NOTHING
    FOLLOWING = "following", NOTHING, int, int
    """Follows a table's moves too (1), or its end alone (0)."""
    FOLLOW_LISTED = "followlisted", NOTHING
    FORGET_ME = "forgetme", NOTHING
    FORGET_NOW = "forgetnow", NOTHING
    GIVE_TIME = "givetime", POSITION, int
    GIVE_SEAT = "giveseat", POSITION
    GAMES = "games", NOTHING
    GAMES_LIST = "gameslist", NOTHING, str, str, int, int, int, int
    GAMES_PAGE = "gamespage", NOTHING, str, str, int, int, int
    GIVE_UP = "giveup", POSITION
    HIDE = "hide", NOTHING, int
    HINT = "hint", POSITION
    HISTORY = "history", POSITION
    INVITE = "invite", TABLE, int
    INVITE_TO = "inviteto", NOTHING
    JOIN = "join", TABLE, str
    JOIN_LISTED = "joinlisted", TABLE, int, str
    KEEP_SEAT = "keepseat", POSITION, int
    LEARN = "learn", TURN
    LEADERBOARD = "leaderboard", NOTHING
    LEADERS_FROM = "leadersfrom", NOTHING, str, int
    LEADERS_OF = "leadersof", NOTHING
    LEAVE = "leave", TABLE
    LEVEL = "level", TABLE
    MENU = "menu", POSITION
    MENU_AT_ONCE = "menuatonce", POSITION, int
    MINE = "mine", POSITION
    MISTAKE = "mistake", STUDY
    MODERATE = "moderate", POSITION
    MODERATED = "moderated", POSITION, str
    MODERATION = "moderation", POSITION
    MODERATE_FORM = "moderateform", POSITION, str
    MOVE = "move", POSITION
    MOVES = "moves", POSITION
    MY_DATA = "mydata", NOTHING
    NOTE = "note", POSITION
    NOTED = "noted", POSITION
    NOTIFY = "notify", NOTHING, str, int
    NOTIFY_DIGEST = "notifydigest", NOTHING, int
    OFFER_SEAT = "offerseat", POSITION
    OPPONENTS = "opponents", NOTHING, str
    OPEN_PLACE = "openplace", TABLE, int
    OPTIONS = "options", TABLE
    PAGE = "page", TURN, str, int
    PART = "part", TURN, str, str
    PARTNER = "partner", POSITION, int
    PARTS = "parts", TURN, str
    PAUSE = "pause", POSITION
    PAUSE_FORM = "pauseform", POSITION
    PLANS = "plans", POSITION
    PLAN_AT = "planat", POSITION, str
    PLAN_CUT = "plancut", POSITION, str
    PLAN_GO = "plango", POSITION, str
    PLAN_QUEUE = "planqueue", POSITION, str, int
    PLAN_TRY = "plantry", POSITION, str
    PLAN_TYPE = "plantype", POSITION, str
    PLAN_TYPED = "plantyped", POSITION, str
    PLAY = "play", TURN, str
    PLAY_GAME = "playgame", NOTHING, str, int
    """Opens a table of a game with the wish kept under the number of an interaction."""
    PLAY_ON = "playon", POSITION
    PLY = "ply", POSITION, str, int
    PROFILE = "profile", NOTHING
    REFUSE = "refuse", POSITION
    REMATCH = "oncemore", POSITION
    REPLACE = "replace", POSITION, int
    REPLACE_ANY = "replaceany", POSITION, int
    REPLACE_BY = "replaceby", POSITION, int
    REPLAY = "replay", POSITION
    REPLAY_OF = "replayof", POSITION
    REPLAY_SINCE = "replaysince", POSITION, int
    """Replays a game from the round with this number on."""
    RESIGN = "resign", POSITION
    RESUME = "resume", POSITION
    RULES = "rules", NOTHING, str, int
    SCORE = "score", POSITION
    SHARE = "share", NOTHING, int
    """Tells the channel how the person fared with a puzzle."""
    SHOW_ANALYSIS = "showanalysis", POSITION
    SHOW_REPLAY = "showreplay", POSITION
    SEATS = "seats", POSITION
    SEAT_ENGINE = "seatengine", POSITION, int
    SEAT_LEVEL = "seatlevel", POSITION, int
    SHOW = "show", POSITION
    SHOW_PROFILE = "showprofile", NOTHING
    SET_BOARDS = "setboards", NOTHING
    SET_CLUB = "setclub", NOTHING
    SET_CLUB_BOARD = "setclubboard", NOTHING
    SET_CLUB_PUZZLE = "setclubpuzzle", NOTHING
    SET_CLUB_RESULTS = "setclubresults", NOTHING
    SET_DIRECTORS = "setdirectors", NOTHING
    SERVER_GAMES = "servergames", NOTHING, int, int
    SET_CHANNELS = "setchannels", NOTHING
    SET_LIMIT = "setlimit", NOTHING
    SET_LIMIT_TO = "setlimitto", NOTHING
    SET_MORE = "setmore", NOTHING, int
    """Shows more settings (1), or the first ones again (0)."""
    SET_MODERATORS = "setmoderators", NOTHING
    SET_OPENERS = "setopeners", NOTHING
    SET_OPTIONS = "setoptions", TABLE
    SET_UNNAMED = "setunnamed", NOTHING, int
    SET_PUZZLE_TIME = "setpuzzletime", NOTHING
    SET_PUZZLE_TIME_TO = "setpuzzletimeto", NOTHING
    SET_RATED = "setrated", NOTHING, int
    SET_THREAD = "setthread", NOTHING, int
    SET_TIME = "settime", NOTHING
    SET_TIME_TO = "settimeto", NOTHING
    SOLUTION = "solution", NOTHING, int
    SOLVE = "solve", NOTHING, int
    START = "start", TABLE, str
    STATS = "stats", NOTHING, str
    STAY = "stay", POSITION
    STUDY_ANALYSIS = "studyanalysis", STUDY
    STUDY_AT = "studyat", STUDY, str
    """Shows a position; the text tells the buttons apart that lead to it."""
    STUDY_HINT = "studyhint", STUDY
    STUDY_MOVE = "studymove", STUDY
    TAKE_BACK = "takeback", POSITION
    TAKE_SEAT = "takeseat", POSITION, int
    THREAD = "thread", TABLE
    TIME = "time", POSITION
    TURN_PAGE = "turnpage", NOTHING, str, int
    TYPE = "type", TURN, str
    TYPED = "typed", TURN, str
    UNFOLLOW = "unfollow", NOTHING, int
    UNFOLLOW_ONE = "unfollowone", NOTHING
    WITHDRAW = "withdraw", POSITION

    def __init__(self, word: str, subject: Subject, *arguments: type[Argument]) -> None:
        self.word = word
        self.subject = subject
        self.arguments = arguments
