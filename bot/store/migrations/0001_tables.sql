-- A table: one game from the moment somebody proposes it. Times are Unix seconds.
CREATE TABLE tables (
    id          INTEGER PRIMARY KEY,
    guild_id    INTEGER,
    channel_id  INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    options     TEXT    NOT NULL,              -- JSON object
    seating     INTEGER NOT NULL,              -- index into the game's seatings
    days        INTEGER,                       -- days for a move; NULL: no limit
    status      TEXT    NOT NULL CHECK (status IN ('offered', 'open', 'playing', 'over', 'closed')),
    host_id     INTEGER NOT NULL,
    card_id     INTEGER,                       -- message that shows the card
    board_id    INTEGER,                       -- message that shows the latest board
    board_channel_id INTEGER,
    created_at  INTEGER NOT NULL,
    ended_at    INTEGER
) STRICT;

-- One channel or thread hosts one running game.
CREATE UNIQUE INDEX one_game_a_channel ON tables (channel_id) WHERE status = 'playing';

-- Who sits at a table or is asked to. The seat is drawn when the game starts.
CREATE TABLE players (
    table_id    INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id     INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    standing    TEXT    NOT NULL CHECK (standing IN ('invited', 'seated')),
    wish        TEXT,                          -- the side asked for; NULL: any
    seat        INTEGER,
    PRIMARY KEY (table_id, user_id)
) STRICT;

CREATE INDEX players_by_user ON players (user_id);

-- The log of each match: append-only, and what everything else follows from.
CREATE TABLE events (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    number      INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_are_final BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are never changed');
END;

-- Since when the present turn runs, and until when.
CREATE TABLE clocks (
    table_id    INTEGER PRIMARY KEY REFERENCES tables (id),
    turn_since  INTEGER NOT NULL,
    deadline    INTEGER
) STRICT;

-- Interactions that have changed a match: Discord may deliver one twice.
CREATE TABLE seen (
    interaction_id INTEGER PRIMARY KEY,
    table_id       INTEGER NOT NULL,
    at             INTEGER NOT NULL
) STRICT;

CREATE INDEX seen_by_time ON seen (at);

-- What the channel is owed. The token lets a new process find out whether the answer went out.
CREATE TABLE outbox (
    table_id       INTEGER NOT NULL REFERENCES tables (id),
    number         INTEGER NOT NULL,           -- events in the log when it was owed
    channel_id     INTEGER NOT NULL,
    token          TEXT,
    created_at     INTEGER NOT NULL,
    attempts       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- A move that somebody is entering, so that a restart does not lose it.
CREATE TABLE drafts (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    user_id     INTEGER NOT NULL,
    position_number INTEGER NOT NULL,          -- position that the draft was begun in
    clicked     TEXT    NOT NULL,              -- JSON array of cells
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

-- Facts about the bot itself, such as the commands it last registered.
CREATE TABLE facts (
    key         TEXT PRIMARY KEY,
    value       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
