-- All tables of the database, each with its owner: the core, or the extension of that name.
-- `python -m tests.schema` makes this of bot/store/sql/migrations, which say more of the columns;
-- those of PostgreSQL make the same tables in its words.

-- core: who is who
CREATE TABLE people (
    person           INTEGER PRIMARY KEY CHECK (person > 0),
    user_id          INTEGER NOT NULL UNIQUE,    -- Discord's number
    leaving          INTEGER,                    -- since when they are being forgotten; NULL: they stay
    exported_at      INTEGER                     -- when they last took their data along
, locale TEXT) STRICT;

-- core: who was forgotten lately, as a mark of their Discord number under a key
CREATE TABLE forgotten (
    mark             TEXT    PRIMARY KEY,        -- HMAC-SHA-256
    until            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- core: the tables, each with its game and its terms
CREATE TABLE tables (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER,
    channel_id       INTEGER NOT NULL,
    parent_id        INTEGER,                    -- the channel that a thread belongs to
    place            TEXT    NOT NULL CHECK (place IN ('guild', 'bot_dm', 'private')),
    secret           INTEGER NOT NULL,           -- 1: a private thread
    game             TEXT    NOT NULL,
    rules_version    INTEGER NOT NULL,
    options          TEXT    NOT NULL,           -- JSON object, sorted by key
    seating          INTEGER NOT NULL,           -- index into the game's seatings
    time_control     TEXT    NOT NULL,           -- such as none, 3d, 7d+1d<=14d
    clock_mode       TEXT    NOT NULL CHECK (clock_mode IN ('soft', 'hard')),
    vacation         INTEGER NOT NULL,
    hints            INTEGER NOT NULL,
    boards           TEXT    CHECK (boards IN ('record', 'all', 'newest')),  -- what becomes of earlier boards; NULL: as in the server
    rated            INTEGER NOT NULL,           -- 1: the result is to count for ratings
    series_format    TEXT,                       -- the series that is played; NULL: one game
    series_id        INTEGER REFERENCES tables (id),
    game_number      INTEGER NOT NULL,           -- in the series, from 1
    status           TEXT    NOT NULL CHECK (status IN ('offered', 'open', 'playing', 'over', 'closed')),
    outcome          TEXT    CHECK (outcome IN ('result', 'void')),
    outcome_rule     TEXT,
    set_apart        TEXT,                       -- why its game could not go on when it was last read; NULL: it could
    host             INTEGER NOT NULL,           -- a person
    cards            INTEGER NOT NULL DEFAULT 0, -- cards that it has had, each in a message of its own
    declines         INTEGER NOT NULL DEFAULT 0, -- times that the host was asked about a place
    terms_change     TEXT,                       -- JSON: the last change of the terms; NULL: none
    card_id          INTEGER,                    -- message that shows the card
    card_number      INTEGER NOT NULL DEFAULT 0, -- newest card whose message was dealt with
    board_id         INTEGER,                    -- message that shows the newest board
    shown_number     INTEGER NOT NULL DEFAULT 0, -- newest entry whose message was dealt with
    board_channel_id INTEGER,
    board_kind       TEXT    CHECK (board_kind IN ('board', 'handover', 'turnover', 'again')),
    board_first      INTEGER,                    -- first of the entries whose boards that message has shown
    board_number     INTEGER,                    -- the newest of them
    locale           TEXT    NOT NULL,
    opened_at        INTEGER NOT NULL,
    rematch_of       INTEGER REFERENCES tables (id),  -- whose game is played again
    event_id         INTEGER REFERENCES events (id),  -- the event that opened it
    event_game       TEXT,                       -- which game of it, and which attempt at that
    begun_at         INTEGER,
    -- What follows from the log, written with each entry so that lists need not fold it.
    -- Number of the interaction that began the game, or, where none did, the game before it in the
    -- series. The games of a channel follow one another, so it orders them by Discord's time.
    begun_by         INTEGER,
    entry_count      INTEGER NOT NULL DEFAULT 0,
    log_digest       TEXT    NOT NULL DEFAULT '',
    position_number  INTEGER NOT NULL DEFAULT 0,
    round            INTEGER NOT NULL DEFAULT 0, -- the move that is due, or the last one; 0: none yet
    due_player       INTEGER,
    due_kind         TEXT    CHECK (due_kind IN ('person', 'engine')),
    turn_since       INTEGER,
    due_at           INTEGER,
    turn_allowed     INTEGER,                    -- seconds of the turn without grants
    pause_end        INTEGER,                    -- while paused: when the pause ends by itself
    end_told         INTEGER,                    -- the end of an unplayed game, as last announced
    engine_due       INTEGER NOT NULL DEFAULT 0, -- 1: an engine has to move or to answer an offer
    -- A secret is the root of its chain, hashed by SHA-256 this many times. NULL: no dice.
    dice_root        TEXT,
    dice_links       INTEGER
, pairing_id INTEGER REFERENCES pairings (id)) STRICT;
CREATE UNIQUE INDEX one_game_a_channel ON tables (channel_id)
    WHERE status = 'playing' AND set_apart IS NULL;
CREATE UNIQUE INDEX one_table_an_attempt ON tables (event_id, event_game)
    WHERE event_id IS NOT NULL;
CREATE INDEX tables_set_apart ON tables (channel_id) WHERE set_apart IS NOT NULL;
CREATE INDEX tables_unfinished ON tables (id) WHERE status IN ('offered', 'open', 'playing');
CREATE INDEX tables_by_engine ON tables (id) WHERE engine_due = 1;
CREATE UNIQUE INDEX one_rematch ON tables (rematch_of)
    WHERE rematch_of IS NOT NULL AND status IN ('offered', 'open', 'playing');
CREATE INDEX tables_by_deadline ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_by_digest ON tables (log_digest) WHERE status = 'over';
CREATE INDEX tables_by_channel ON tables (channel_id, status, begun_by);
CREATE INDEX tables_by_board ON tables (board_channel_id, board_id) WHERE board_id IS NOT NULL;
CREATE INDEX tables_by_series ON tables (series_id, game_number);
CREATE INDEX tables_by_guild ON tables (guild_id, status);
CREATE INDEX tables_by_host ON tables (host, guild_id)
    WHERE status IN ('offered', 'open', 'playing');
CREATE INDEX tables_by_parent ON tables (parent_id, status) WHERE parent_id IS NOT NULL;
CREATE INDEX tables_by_due ON tables (due_player) WHERE due_player IS NOT NULL;
CREATE INDEX engine_turns ON tables (turn_since) WHERE due_kind = 'engine' AND status = 'playing';
CREATE TRIGGER players_are_past AFTER UPDATE OF status ON tables
WHEN new.status IN ('over', 'closed')
BEGIN
    UPDATE players SET past = 1 WHERE table_id = new.id;
END;
CREATE UNIQUE INDEX one_table_a_pairing ON tables (pairing_id) WHERE pairing_id IS NOT NULL;

-- core: who plays or is invited, with your words for the dice
CREATE TABLE players (
    id               INTEGER PRIMARY KEY,
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    seat             INTEGER,                    -- drawn when the game begins
    kind             TEXT    NOT NULL CHECK (kind IN ('person', 'engine')),
    level            INTEGER,                    -- of an engine, from 1
    person           INTEGER,
    name             TEXT    NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('invited', 'declined', 'seated', 'left')),
    preferred_side   TEXT,
    words            TEXT    NOT NULL,           -- added to the dice
    words_digest     TEXT,                       -- of words that were taken away; NULL: they are there
    accepted_request TEXT,                       -- the request by which they took their place
    agreed           TEXT,                       -- digest of the terms to which they have agreed
    was_invited      INTEGER NOT NULL DEFAULT 0, -- 1: the place was kept for them before they took it
    contestant       INTEGER,                    -- number in the series, from 0
    from_entry       INTEGER NOT NULL DEFAULT 0,
    until_entry      INTEGER,                    -- the entry with which they gave the seat up
    silent           INTEGER NOT NULL DEFAULT 0, -- 1: the card that invites them does not ping them
    past             INTEGER NOT NULL DEFAULT 0  -- 1: the table is over or closed
) STRICT;
CREATE UNIQUE INDEX once_at_a_table ON players (table_id, person);
CREATE UNIQUE INDEX one_holder_a_seat ON players (table_id, seat) WHERE until_entry IS NULL;
CREATE INDEX players_by_person ON players (person);
CREATE INDEX players_at_present ON players (person) WHERE past = 0;
CREATE INDEX players_by_level ON players (level) WHERE kind = 'engine';

-- core: the log of each game: moves, offers, rolls, decisions
CREATE TABLE entries (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    number           INTEGER NOT NULL,
    at               INTEGER NOT NULL,
    actor_kind       TEXT    NOT NULL CHECK (actor_kind IN ('seat', 'host', 'engine', 'queued', 'moderator')),
    actor_seat       INTEGER,
    actor_player     INTEGER,                    -- of players; see the note above
    request          TEXT    NOT NULL,
    kind             TEXT    NOT NULL,
    text             TEXT    NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_are_final BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'entries are never changed');
END;

-- core: the reasons that moderators give for decisions
CREATE TABLE reasons (
    table_id         INTEGER NOT NULL,
    number           INTEGER NOT NULL,           -- of the entry
    person           INTEGER NOT NULL,           -- who wrote it
    text             TEXT    NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY (table_id, number) REFERENCES entries (table_id, number)
) STRICT, WITHOUT ROWID;

-- core: how each game ended for each player
CREATE TABLE results (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    seat             INTEGER NOT NULL,
    player_id        INTEGER NOT NULL,           -- of players; see the note at entries
    sequence         INTEGER NOT NULL,           -- of the end, or of the leaving: one more each time
    person           INTEGER,
    team             INTEGER NOT NULL,           -- of the game's teams, from 0
    sides            TEXT    NOT NULL,           -- JSON array
    rank             INTEGER,                    -- from 1, shared ranks equal; NULL: void
    score            INTEGER,
    worth            INTEGER NOT NULL,
    rule             TEXT    NOT NULL,
    series_id        INTEGER,
    game             TEXT    NOT NULL,
    guild_id         INTEGER,
    pool             TEXT    NOT NULL,
    dice             INTEGER NOT NULL,           -- 1: the game has dice
    edge             INTEGER NOT NULL,           -- what the side is worth, in 1/100 rating point
    why              TEXT,                       -- why it does not count for ratings; NULL: it does
    against          TEXT,                       -- who played on when one of three resigned: JSON
                                                 -- array of [person, team, edge]
    ended_at         INTEGER NOT NULL,
    entry            INTEGER NOT NULL,
    length           INTEGER NOT NULL,           -- rounds that the game had by then
    engines          INTEGER NOT NULL,           -- 1: a computer opponent had a seat by then
    level            INTEGER,                    -- of the computer opponent whose row it is
    turns            INTEGER NOT NULL,           -- turns with a time limit that the player had
    late             INTEGER NOT NULL,           -- those in which the time ran out
    waits            TEXT    NOT NULL,           -- JSON object: turns that took so many seconds at most
    PRIMARY KEY (table_id, seat, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_person ON results (person, ended_at, table_id);
CREATE INDEX results_by_guild ON results (guild_id, ended_at, table_id);
CREATE INDEX results_of_person ON results (person, ended_at, sequence)
    WHERE engines = 0 AND rank IS NOT NULL;
CREATE INDEX results_in_server ON results (person, guild_id, ended_at, sequence)
    WHERE engines = 0 AND rank IS NOT NULL;
CREATE INDEX results_by_series ON results (series_id);
CREATE INDEX results_by_sequence ON results (sequence);
CREATE INDEX results_by_pool ON results (guild_id, pool, sequence) WHERE why IS NULL;

-- core: your ratings, one for each game in each server
CREATE TABLE ratings (
    guild_id         INTEGER NOT NULL,
    pool             TEXT    NOT NULL,
    person           INTEGER NOT NULL,
    rating           INTEGER NOT NULL,
    deviation        INTEGER NOT NULL,
    games            INTEGER NOT NULL,           -- counted ones
    played_at        INTEGER NOT NULL,           -- when the last of them ended
    PRIMARY KEY (guild_id, pool, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_settled ON ratings (guild_id, pool, rating DESC, person) WHERE games >= 10;
CREATE INDEX ratings_newcomers ON ratings (guild_id, pool, games DESC, person) WHERE games < 10;

-- core: how each game moved your rating
CREATE TABLE steps (
    guild_id         INTEGER NOT NULL,
    pool             TEXT    NOT NULL,
    sequence         INTEGER NOT NULL,           -- of the results
    person           INTEGER NOT NULL,
    rating_before    INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    games_before     INTEGER NOT NULL,
    played_before    INTEGER NOT NULL,           -- when the last game before had ended, or 0
    rating           INTEGER NOT NULL,
    deviation        INTEGER NOT NULL,
    team             INTEGER NOT NULL,           -- in that game, from 0
    PRIMARY KEY (guild_id, pool, sequence, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX steps_by_person ON steps (guild_id, pool, person, sequence);

-- core: the games that moderators struck from the ratings, who did, and why
CREATE TABLE corrections (
    id               INTEGER PRIMARY KEY,
    sequence         INTEGER NOT NULL,           -- of the results
    counts           INTEGER NOT NULL CHECK (counts IN (0, 1)),
    person           INTEGER NOT NULL,           -- who decided it
    of_person        INTEGER,                    -- whose games were decided about in one step
    reason           TEXT    NOT NULL,
    at               INTEGER NOT NULL
) STRICT;
CREATE INDEX corrections_by_sequence ON corrections (sequence, id);

-- core: how many games you won, drew and lost in a server, and how punctual you were
CREATE TABLE played (
    person           INTEGER NOT NULL,
    guild_id         INTEGER NOT NULL,           -- 0: in direct messages and groups
    pool             TEXT    NOT NULL,
    won              INTEGER NOT NULL,
    drawn            INTEGER NOT NULL,
    lost             INTEGER NOT NULL,
    timed_out        INTEGER NOT NULL,           -- games lost on time; they are among those lost
    given_up         INTEGER NOT NULL,           -- seats given up while the game went on
    turns            INTEGER NOT NULL,           -- turns with a time limit
    late             INTEGER NOT NULL,           -- those in which the time ran out
    longest          INTEGER NOT NULL,           -- rounds of the longest game with a result
    since            INTEGER NOT NULL,           -- when the first of the games ended
    PRIMARY KEY (person, guild_id, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_in_server ON played (guild_id, pool, person) WHERE won + drawn + lost > 0;

-- core: how long you took for your moves
CREATE TABLE turn_times (
    person           INTEGER NOT NULL,
    guild_id         INTEGER NOT NULL,
    seconds          INTEGER NOT NULL,           -- at most
    turns            INTEGER NOT NULL,
    PRIMARY KEY (person, guild_id, seconds)
) STRICT, WITHOUT ROWID;

-- core: your scores against other people
CREATE TABLE rivals (
    person           INTEGER NOT NULL,
    rival            INTEGER NOT NULL,
    pool             TEXT    NOT NULL,
    ahead            INTEGER NOT NULL,
    level            INTEGER NOT NULL,
    behind           INTEGER NOT NULL,
    PRIMARY KEY (person, rival, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX rivals_by_games ON rivals (person, ahead + level + behind DESC, rival);

-- core: how the computer fared at each level
CREATE TABLE engine_games (
    game             TEXT    NOT NULL,
    level            INTEGER NOT NULL,
    won              INTEGER NOT NULL,
    drawn            INTEGER NOT NULL,
    lost             INTEGER NOT NULL,
    PRIMARY KEY (game, level)
) STRICT, WITHOUT ROWID;

-- core: how the games of a server went, without people
CREATE TABLE game_facts (
    guild_id         INTEGER NOT NULL,
    game             TEXT    NOT NULL,
    version          INTEGER NOT NULL,           -- of the rules
    seating          INTEGER NOT NULL,
    options          TEXT    NOT NULL,
    what             TEXT    NOT NULL
        CHECK (what IN ('won', 'drawn', 'lost', 'ended', 'void', 'left', 'turn')),
    rule             TEXT    NOT NULL,           -- that ended it
    number           INTEGER NOT NULL,
    times            INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, version, seating, options, what, rule, number)
) STRICT, WITHOUT ROWID;

-- core: how often a rule refused a move in a server, without people
CREATE TABLE refusals (
    guild_id         INTEGER NOT NULL,
    game             TEXT    NOT NULL,
    version          INTEGER NOT NULL,
    seating          INTEGER NOT NULL,
    options          TEXT    NOT NULL,
    rule             TEXT    NOT NULL,
    times            INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, version, seating, options, rule)
) STRICT, WITHOUT ROWID;

-- core: boards with a newer one below them, and messages that ask something
CREATE TABLE table_messages (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    message_id       INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    kind             TEXT    NOT NULL,           -- of a board: board, handover, turnover, again; or offer, overdue, seat, card
    first            INTEGER NOT NULL DEFAULT 0, -- of a board: first of the entries whose boards it has shown; of a seat: the seat
    number           INTEGER NOT NULL DEFAULT 0, -- the newest entry that it shows; of a card: its own number
    due              INTEGER NOT NULL DEFAULT 0, -- messages that have come since it was looked at
    told             INTEGER NOT NULL DEFAULT 0, -- 1: a press has changed it, so that it tells of the last of them
    refused          INTEGER NOT NULL DEFAULT 0, -- 1: Discord has refused the change once
    PRIMARY KEY (table_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_messages_due ON table_messages (message_id) WHERE due > 0;

-- core: open seats, for whom, and a moderator's reason
CREATE TABLE vacancies (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    seat             INTEGER NOT NULL,
    way              TEXT    NOT NULL CHECK (way IN ('offered', 'taken', 'moderator')),
    since            INTEGER NOT NULL,
    by_player        INTEGER REFERENCES players (id),  -- NULL: a moderator
    to_person        INTEGER,                    -- NULL: anybody
    to_name          TEXT,
    has_left         INTEGER NOT NULL,           -- the holder was found to have left the server
    reason           TEXT,                       -- a moderator's
    reason_by        INTEGER,                    -- the person who wrote it
    guild_id         INTEGER,                    -- of the table
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX vacancies_by_player ON vacancies (by_player);
CREATE INDEX vacancies_for_all ON vacancies (guild_id, table_id) WHERE to_person IS NULL;

-- core: calls for a player for a seat
CREATE TABLE seat_calls (
    id               INTEGER PRIMARY KEY,
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    seat             INTEGER NOT NULL,
    to_person        INTEGER,                    -- NULL: everybody
    at               INTEGER NOT NULL
) STRICT;
CREATE INDEX seat_calls_by_table ON seat_calls (table_id, seat);
CREATE INDEX seat_calls_by_person ON seat_calls (to_person, at) WHERE to_person IS NOT NULL;
CREATE INDEX seat_calls_by_time ON seat_calls (at);

-- core: who invited whom, and when that pinged them
CREATE TABLE invitation_pings (
    host             INTEGER NOT NULL,
    guest            INTEGER NOT NULL,
    at               INTEGER NOT NULL,
    PRIMARY KEY (host, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitation_pings_by_time ON invitation_pings (at);

-- core: the numbers of interactions that changed a table
CREATE TABLE requests (
    id               TEXT    PRIMARY KEY,
    table_id         INTEGER NOT NULL,
    at               INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_time ON requests (at);

-- core: messages that are to be sent
CREATE TABLE outbox (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice: nonces hold it
    kind           TEXT    NOT NULL,
    table_id       INTEGER REFERENCES tables (id),
    number         INTEGER,                    -- entry of the table's log that is shown
    channel_id     INTEGER,
    guild_id       INTEGER,                    -- the server of its channel; NULL: none
    person         INTEGER,
    token          TEXT,                       -- of the interaction whose answer it can be
    token_until    INTEGER,
    after          INTEGER,                    -- a number of Discord's from before it was sent
    dedupe         TEXT    NOT NULL UNIQUE,
    payload        TEXT,                       -- JSON
    created_at     INTEGER NOT NULL,
    not_before     INTEGER NOT NULL,
    attempts       INTEGER NOT NULL DEFAULT 0,
    first_refused_at INTEGER,
    answer_only    INTEGER NOT NULL DEFAULT 0, -- 1: the bot can't post there by itself
    parked         INTEGER NOT NULL DEFAULT 0, -- 1: waits for the channel's next interaction
    lease_owner    TEXT,                       -- who delivers it at present
    lease_until    INTEGER,
    -- The channel or the person whose messages stay in order.
    lane           INTEGER GENERATED ALWAYS AS (coalesce(channel_id, -person)) VIRTUAL,
    CHECK ((channel_id IS NULL) <> (person IS NULL))
) STRICT;
CREATE INDEX outbox_by_time ON outbox (parked, not_before);
CREATE INDEX outbox_by_creation ON outbox (parked, created_at);
CREATE INDEX outbox_by_lane ON outbox (lane, id) WHERE parked = 0;
CREATE INDEX outbox_holding ON outbox (lane, id)
    WHERE parked = 0 AND (attempts > 0 OR lease_owner IS NOT NULL);
CREATE INDEX outbox_tried ON outbox (not_before) WHERE parked = 0 AND attempts > 0;
CREATE INDEX outbox_by_table ON outbox (table_id);
CREATE INDEX outbox_parked ON outbox (channel_id) WHERE parked = 1;

-- core: the messages that are kept up to date, such as the board of a server's games
CREATE TABLE displays (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    kind             TEXT    NOT NULL,
    subject          INTEGER NOT NULL,           -- the server, event or puzzle, or the message to delete
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    number           INTEGER NOT NULL,           -- of its newest message, from 1
    message_id       INTEGER,                    -- NULL: not there yet
    posted_at        INTEGER NOT NULL,           -- when that message was asked for
    digest           TEXT,                       -- of what it shows; NULL: unknown
    edited_at        INTEGER NOT NULL,           -- or posted, or refused
    due_at           INTEGER,                    -- when to look at it; NULL: nothing has changed
    asks             INTEGER NOT NULL DEFAULT 0, -- changes that it was told of
    wait             INTEGER NOT NULL,           -- seconds between two edits once it is old
    refused_at       INTEGER NOT NULL DEFAULT 0, -- when that was last changed
    old_channel_id   INTEGER,
    old_message_id   INTEGER,                    -- the message before, which is to be deleted
    UNIQUE (kind, subject)
) STRICT;
CREATE INDEX displays_due ON displays (due_at)
    WHERE due_at IS NOT NULL AND message_id IS NOT NULL;
CREATE INDEX displays_by_guild ON displays (guild_id);

-- core: what is to happen at a time, such as a reminder
CREATE TABLE timers (
    id             INTEGER PRIMARY KEY,
    due            INTEGER NOT NULL,
    kind           TEXT    NOT NULL,
    table_id       INTEGER REFERENCES tables (id),
    guild_id       INTEGER,                    -- the server that it is about; NULL: none
    person         INTEGER NOT NULL DEFAULT 0, -- whom it is about; 0: nobody
    dedupe         TEXT    NOT NULL,
    lease_owner    TEXT,                       -- who carries it out at present
    lease_until    INTEGER,
    UNIQUE (dedupe, person)
) STRICT;
CREATE INDEX timers_by_time ON timers (due);
CREATE INDEX timers_by_table ON timers (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX timers_leased ON timers (id) WHERE lease_owner IS NOT NULL;

-- core: your choices in `/notify`
CREATE TABLE preferences (
    person           INTEGER PRIMARY KEY,
    notify           TEXT    NOT NULL DEFAULT '{}',
    dm_ok            INTEGER NOT NULL DEFAULT 1, -- 0: Discord takes no direct message for them
    hidden           INTEGER NOT NULL DEFAULT 0, -- 1: no rating, place or profile of theirs is shown
    digested_at      INTEGER,                    -- when the last digest was written; NULL: never
    -- 1: Discord refused the digest, which is off since, and they haven't been told yet.
    digest_refused   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX digests_refused ON preferences (person) WHERE digest_refused = 1;

-- core: the games in which your moves are played at once
CREATE TABLE without_preview (
    person           INTEGER NOT NULL,
    game             TEXT    NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- core: your time zone and quiet hours
CREATE TABLE quiet_hours (
    person           INTEGER NOT NULL,
    saved_at         INTEGER NOT NULL,
    zone             TEXT    NOT NULL,
    starts           INTEGER,
    ends             INTEGER,
    PRIMARY KEY (person, saved_at)
) STRICT, WITHOUT ROWID;

-- core: the tables whose turns don't ping you
CREATE TABLE muted (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    person           INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- core: the people you muted, with their names as they were then
CREATE TABLE mutes (
    id               INTEGER PRIMARY KEY,        -- which the panel names
    person           INTEGER NOT NULL,           -- who has muted
    muted            INTEGER NOT NULL,
    name             TEXT    NOT NULL,           -- of the muted person, as it was then
    at               INTEGER NOT NULL,
    UNIQUE (person, muted)
) STRICT;
CREATE INDEX mutes_by_time ON mutes (person, at, id);

-- core: when you were pinged, and about what
CREATE TABLE pings (
    id               INTEGER PRIMARY KEY,
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    number           INTEGER,                    -- the entry whose message it is
    person           INTEGER NOT NULL,
    position         INTEGER NOT NULL,
    about            TEXT    NOT NULL,
    at               INTEGER NOT NULL,
    silent           INTEGER NOT NULL            -- 1: left out of the message
) STRICT;
CREATE UNIQUE INDEX once_a_message ON pings (table_id, number, person);
CREATE INDEX pings_by_time ON pings (at);

-- core: planned reminders, and reminders sent in a game in progress
CREATE TABLE reminders (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    person           INTEGER NOT NULL,
    begun            INTEGER NOT NULL,           -- when the turn that it is about began
    about            TEXT    NOT NULL,
    moment           INTEGER NOT NULL,           -- when it was due by itself
    at               INTEGER NOT NULL,           -- when it goes
    held             INTEGER NOT NULL,
    sent             INTEGER NOT NULL,
    PRIMARY KEY (table_id, person, begun, about, moment)
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_by_subject ON reminders (person, about, at) WHERE sent = 0;
CREATE INDEX reminders_to_come ON reminders (person, at) WHERE sent = 0;

-- core: when you took vacation
CREATE TABLE vacations (
    person           INTEGER NOT NULL,
    starts           INTEGER NOT NULL,
    ends             INTEGER NOT NULL,
    PRIMARY KEY (person, starts)
) STRICT, WITHOUT ROWID;
CREATE INDEX vacations_by_time ON vacations (starts);

-- core: a move you are entering
CREATE TABLE drafts (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    person           INTEGER NOT NULL,
    position_number  INTEGER NOT NULL,           -- position that the draft was begun in
    clicked          TEXT    NOT NULL,           -- JSON array of cells
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- core: your plans in a game
CREATE TABLE plans (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    player_id        INTEGER NOT NULL REFERENCES players (id),
    root_entry       INTEGER NOT NULL,
    root_digest      TEXT    NOT NULL,
    tree             TEXT    NOT NULL,
    answers          INTEGER NOT NULL,           -- replies queued from the present position on
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX plans_by_player ON plans (player_id);

-- core: your notes about games, which you alone see
CREATE TABLE notes (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    person           INTEGER NOT NULL,
    text             TEXT    NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- core: games you explore, also from files, lessons, practice games, and moves you try
CREATE TABLE studies (
    id               INTEGER PRIMARY KEY,
    person           INTEGER NOT NULL,
    aim              TEXT    NOT NULL,
    table_id         INTEGER REFERENCES tables (id),  -- whose game it is; NULL: another's
    transcript       TEXT,                       -- the game from a file, or of a practice, as JSON
    report           TEXT,                       -- what the computer says of that game, as JSON
    puzzle           INTEGER,                    -- the subject, which its aim knows
    root             INTEGER NOT NULL DEFAULT 0, -- plies of the game before the line
    line             TEXT    NOT NULL DEFAULT '[]',  -- the moves of the line: JSON array
    used_at          INTEGER NOT NULL,
    lesson           TEXT,                       -- the key of the game that it teaches; NULL: none
    step             INTEGER NOT NULL DEFAULT 0, -- of a lesson, from 0
    seed             INTEGER,                    -- of a practice: of its dice and of the computer
    level            INTEGER,                    -- of a practice: how strong the computer is
    shared_at        INTEGER,                    -- of a practice: when a channel was told
    seat             INTEGER,                    -- of a practice: the person's
    is_helped        INTEGER NOT NULL DEFAULT 0, -- of a practice: by a hint or a take-back
    is_over          INTEGER NOT NULL DEFAULT 0, -- of a practice: ended, and counted
    CHECK (CASE WHEN table_id IS NULL THEN 0 ELSE 1 END + CASE WHEN puzzle IS NULL THEN 0 ELSE 1 END
        + CASE WHEN transcript IS NULL AND lesson IS NULL THEN 0 ELSE 1 END = 1)
) STRICT;
CREATE UNIQUE INDEX one_study_of_a_game ON studies (table_id, person, aim)
    WHERE table_id IS NOT NULL;
CREATE UNIQUE INDEX one_study_that_teaches ON studies (person, aim, lesson)
    WHERE lesson IS NOT NULL;
CREATE INDEX studies_by_person ON studies (person, used_at);
CREATE INDEX studies_by_time ON studies (used_at);

-- core: the settings of servers, and when one removed the bot
CREATE TABLE guilds (
    guild_id         INTEGER PRIMARY KEY,
    settings         TEXT    NOT NULL DEFAULT '{}',
    removed_at       INTEGER,
    rated_after      INTEGER NOT NULL DEFAULT 0  -- the end up to which ratings were deleted
, week_told INTEGER) STRICT;
CREATE INDEX guilds_removed ON guilds (removed_at, guild_id) WHERE removed_at IS NOT NULL;

-- core: times in which the bot or a place couldn't be reached
CREATE TABLE outages (
    id               INTEGER PRIMARY KEY,
    starts           INTEGER NOT NULL,
    ends             INTEGER,
    scope            TEXT    NOT NULL
        CHECK (scope IN ('all', 'shard', 'server', 'channel', 'table')),
    scope_id         INTEGER,
    shards           INTEGER CHECK ((shards IS NOT NULL) = (scope = 'shard')),
    cause            TEXT    NOT NULL
) STRICT;
CREATE INDEX outages_by_scope ON outages (scope, scope_id);

-- core: analyses of finished games, by the digest of the log
CREATE TABLE reports (
    digest           TEXT    NOT NULL,
    how              TEXT    NOT NULL,           -- the engine's level, or exact
    report           TEXT    NOT NULL,           -- JSON
    PRIMARY KEY (digest, how)
) STRICT, WITHOUT ROWID;

-- core: what the bot remembers about itself
CREATE TABLE metadata (
    key              TEXT    PRIMARY KEY,
    value            TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- club: which games the club board of a server shows
CREATE TABLE club_boards (
    guild_id         INTEGER PRIMARY KEY,
    tiles            TEXT    NOT NULL DEFAULT '[]',  -- JSON array: the tables of its tiles, or null
    lost_channel     INTEGER                     -- the closed channel for which it was turned off
, day TEXT NOT NULL DEFAULT '[]') STRICT;

-- puzzles: the puzzles of the day, some from games of the server, without names
CREATE TABLE puzzles (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,           -- 0: of everybody whose server has none
    number           INTEGER,                    -- from 1; NULL: it waits for its day
    day              TEXT,                       -- the date there, such as 2026-11-23
    posted_at        INTEGER,
    subject          TEXT    NOT NULL,           -- digest of the game up to the position
    table_id         INTEGER REFERENCES tables (id),  -- whose game it is; NULL: it is of the stock
    posed            TEXT    NOT NULL,           -- JSON: game up to the position, task, solution, proof
    CHECK ((number IS NULL) = (day IS NULL) AND (day IS NULL) = (posted_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_puzzle_a_day ON puzzles (guild_id, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX puzzles_by_number ON puzzles (guild_id, number) WHERE number IS NOT NULL;
CREATE INDEX puzzles_by_subject ON puzzles (guild_id, subject);
CREATE UNIQUE INDEX no_game_twice ON puzzles (guild_id, subject) WHERE table_id IS NOT NULL;
CREATE INDEX puzzles_waiting ON puzzles (guild_id, id) WHERE number IS NULL;
CREATE INDEX puzzles_of_games ON puzzles (guild_id, table_id) WHERE table_id IS NOT NULL;

-- puzzles: which games of a server have been searched for puzzles
CREATE TABLE puzzle_searches (
    guild_id         INTEGER PRIMARY KEY,
    searched_at      INTEGER NOT NULL,
    ended_at         INTEGER NOT NULL,           -- when the last of them ended
    table_id         INTEGER NOT NULL            -- the table of that game
) STRICT;

-- puzzles: which puzzles you solved, and at which try
CREATE TABLE puzzle_tries (
    puzzle_id        INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    guild_id         INTEGER NOT NULL,
    tries            INTEGER NOT NULL DEFAULT 0, -- with the one that solved it
    is_shown         INTEGER NOT NULL DEFAULT 0, -- 1: they asked for the solution
    solved_at        INTEGER,
    streak           INTEGER NOT NULL DEFAULT 0, -- puzzles solved in a row, each before the next
    PRIMARY KEY (puzzle_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_tries_by_person ON puzzle_tries (person);
CREATE INDEX puzzle_tries_in_server ON puzzle_tries (guild_id);

-- events: the events of a server, each with its terms and who directs it
CREATE TABLE events (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    kind             TEXT    NOT NULL CHECK (kind IN ('groups', 'ladder')),
    game             TEXT    NOT NULL,
    options          TEXT    NOT NULL,           -- JSON object, sorted by key
    seating          INTEGER NOT NULL,
    time_control     TEXT    NOT NULL,           -- such as 3d+1d<=10d hard
    rated            INTEGER NOT NULL,
    meetings         INTEGER NOT NULL,           -- games between every two of a group
    at_once          INTEGER NOT NULL,           -- games of it that somebody plays at once
    director         INTEGER NOT NULL,           -- a person
    locale           TEXT    NOT NULL,
    opened_at        INTEGER NOT NULL,
    closes_at        INTEGER,                    -- when registration ends; NULL: never
    request          TEXT    NOT NULL UNIQUE,    -- the interaction that opened it
    secret           TEXT    NOT NULL,           -- of the lots; its SHA-256 is posted before anybody joins
    state            TEXT    NOT NULL CHECK (state IN ('open', 'groups', 'final', 'over', 'cancelled')),
    entry_count      INTEGER NOT NULL DEFAULT 0
, full_at INTEGER, season INTEGER, previous INTEGER) STRICT;
CREATE INDEX events_by_guild ON events (guild_id, state, id);
CREATE UNIQUE INDEX one_ladder ON events (guild_id, game, options, seating)
    WHERE kind = 'ladder' AND state = 'groups';
CREATE INDEX events_by_channel ON events (channel_id) WHERE state IN ('open', 'groups', 'final');
CREATE UNIQUE INDEX one_next_season ON events (previous) WHERE previous IS NOT NULL;

-- events: the log of each event: who entered and left, and how games ended
CREATE TABLE event_entries (
    event_id         INTEGER NOT NULL REFERENCES events (id),
    number           INTEGER NOT NULL,
    at               INTEGER NOT NULL,
    actor_kind       TEXT    NOT NULL CHECK (actor_kind IN ('entrant', 'director', 'host')),
    actor            INTEGER,                    -- of entrants
    request          TEXT,                       -- NULL: it follows from the entry before it
    kind             TEXT    NOT NULL,
    text             TEXT    NOT NULL,
    PRIMARY KEY (event_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX once_in_an_event ON event_entries (event_id, request)
    WHERE request IS NOT NULL;
CREATE TRIGGER event_entries_are_final BEFORE UPDATE ON event_entries
BEGIN
    SELECT RAISE(ABORT, 'entries are never changed');
END;

-- events: the reasons that directors give for decisions
CREATE TABLE event_reasons (
    event_id         INTEGER NOT NULL REFERENCES events (id),
    number           INTEGER NOT NULL,           -- of the entry
    person           INTEGER NOT NULL,           -- who wrote it
    text             TEXT    NOT NULL,
    PRIMARY KEY (event_id, number)
) STRICT, WITHOUT ROWID;

-- events: who takes part in an event
CREATE TABLE entrants (
    id               INTEGER PRIMARY KEY,
    event_id         INTEGER NOT NULL REFERENCES events (id),
    person           INTEGER NOT NULL,
    name             TEXT    NOT NULL,
    from_entry       INTEGER NOT NULL,
    until_entry      INTEGER                     -- the entry with which they left or withdrew
) STRICT;
CREATE INDEX entrants_by_event ON entrants (event_id);
CREATE UNIQUE INDEX once_at_a_time ON entrants (person, event_id) WHERE until_entry IS NULL;

-- events: the games of each event
CREATE TABLE event_games (
    event_id         INTEGER NOT NULL REFERENCES events (id),
    stage            TEXT    NOT NULL CHECK (stage IN ('groups', 'final', 'ladder')),
    group_number     INTEGER NOT NULL,
    position         INTEGER NOT NULL,
    attempt          INTEGER NOT NULL,
    first            INTEGER NOT NULL,           -- of entrants, by seat
    second           INTEGER NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'ended', 'struck')),
    started          INTEGER,                    -- the entry that opened it, or its last attempt
    table_id         INTEGER,                    -- of the last attempt; NULL: it has none yet
    task             TEXT    CHECK (task IN ('open', 'resign')),  -- what is left to do at its table
    PRIMARY KEY (event_id, stage, group_number, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_games_to_do ON event_games (task, event_id, started) WHERE task IS NOT NULL;

-- lessons: how strong the computer plays against you in practice, for each game
CREATE TABLE ease (
    person           INTEGER NOT NULL,
    game             TEXT    NOT NULL,
    step             INTEGER NOT NULL,           -- the strength of the next opponent; 0: the easiest
    last             TEXT,                       -- the last result that counted; NULL: none yet
    games            INTEGER NOT NULL,
    won              INTEGER NOT NULL,
    used_at          INTEGER NOT NULL,           -- the end of the last game
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ease_by_time ON ease (used_at);

-- news: the games that you follow, and whether you hear of their moves too
CREATE TABLE follows (
    table_id         INTEGER NOT NULL REFERENCES tables (id),
    person           INTEGER NOT NULL,
    moves            INTEGER NOT NULL CHECK (moves IN (0, 1)),  -- 0: they hear of the end alone
    told_entry       INTEGER NOT NULL,           -- newest entry of which they were told, or knew
    told_at          INTEGER NOT NULL DEFAULT 0, -- when they last heard of a move, in any game
    created_at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_person ON follows (person, created_at, table_id);
CREATE INDEX follows_by_time ON follows (created_at);
CREATE INDEX follows_of_moves ON follows (table_id) WHERE moves = 1;

-- pairing: the games for which you want to be paired in a server, and how fast
CREATE TABLE wishes (
    guild_id         INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    systems          TEXT    NOT NULL,           -- JSON array: the games, by the names of their pools
    at_once          INTEGER NOT NULL,           -- the most paired games at a time
    pace             TEXT    NOT NULL CHECK (pace IN ('quick', 'usual', 'slow')),
    rated            INTEGER NOT NULL,
    once             INTEGER NOT NULL,           -- 1: just one game
    since            INTEGER NOT NULL,           -- they have waited since then
    since_before     INTEGER NOT NULL,           -- what `since` was before the last game was given
    set_at           INTEGER NOT NULL,           -- when they set or woke it
    asleep           TEXT    CHECK (asleep IN ('missed', 'not-now', 'idle', 'off')),  -- NULL: awake
    asleep_in        TEXT,                       -- the game in which that came about
    asleep_at        INTEGER,
    told             INTEGER NOT NULL DEFAULT 1, -- 0: they don't know yet that it sleeps
    not_now          TEXT    NOT NULL,           -- JSON array: when they said so lately
    request          TEXT    NOT NULL,           -- the press that set it: consent to the games
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX wishes_awake ON wishes (guild_id, since) WHERE asleep IS NULL;
CREATE INDEX wishes_by_person ON wishes (person);
CREATE INDEX wishes_asleep ON wishes (asleep_at) WHERE asleep IS NOT NULL;

-- pairing: who isn't paired in a server, because a moderator decided so
CREATE TABLE unpaired (
    guild_id         INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

-- pairing: the games for which people were paired
CREATE TABLE pairings (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    day              TEXT    NOT NULL,           -- ISO 8601: the date of the last club hour
    made_at          INTEGER NOT NULL,
    system           TEXT    NOT NULL,           -- the game, by the name of its pool
    pace             TEXT    NOT NULL CHECK (pace IN ('quick', 'usual', 'slow')),
    rated            INTEGER NOT NULL,
    state            TEXT    NOT NULL CHECK (state IN ('planned', 'open', 'dropped')),
    declined_at      INTEGER                     -- when somebody said not now; NULL: nobody did
) STRICT;
CREATE INDEX pairings_planned ON pairings (guild_id, id) WHERE state = 'planned';
CREATE INDEX pairings_declined ON pairings (guild_id, declined_at) WHERE declined_at IS NOT NULL;
CREATE INDEX pairings_by_guild ON pairings (guild_id, day);

-- pairing: who was paired, and had which seat
CREATE TABLE pairing_seats (
    pairing_id       INTEGER NOT NULL REFERENCES pairings (id),
    seat             INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    guild_id         INTEGER NOT NULL,
    request          TEXT    NOT NULL,           -- the press that agreed to the game
    PRIMARY KEY (pairing_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX pairing_seats_by_person ON pairing_seats (person, guild_id, pairing_id);
CREATE INDEX pairing_seats_by_guild ON pairing_seats (guild_id);
