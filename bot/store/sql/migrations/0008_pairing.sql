-- What people want to play in a server, so that they are paired there, and since when they wait.
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

-- Who isn't paired in a server, because a moderator decided so.
CREATE TABLE unpaired (
    guild_id         INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

-- The games that rounds gave.
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

-- The pairing whose game is played here.
ALTER TABLE tables ADD COLUMN pairing_id INTEGER REFERENCES pairings (id);
CREATE UNIQUE INDEX one_table_a_pairing ON tables (pairing_id) WHERE pairing_id IS NOT NULL;
