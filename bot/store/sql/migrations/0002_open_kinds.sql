-- Extensions have kinds of rows, of messages that are kept up to date, and of studies that no list
-- of the schema names. A number of a display is never used twice: marks hold it.

CREATE TABLE outbox_2 (
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

INSERT INTO outbox_2 (id, kind, table_id, number, channel_id, guild_id, person, token, token_until,
    after, dedupe, payload, created_at, not_before, attempts, first_refused_at, answer_only, parked,
    lease_owner, lease_until)
SELECT id, kind, table_id, number, channel_id, guild_id, person, token, token_until, after, dedupe,
    payload, created_at, not_before, attempts, first_refused_at, answer_only, parked, lease_owner,
    lease_until
FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'outbox_2';
INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox_2', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE outbox_2 RENAME TO outbox;

CREATE INDEX outbox_by_time ON outbox (parked, not_before);
CREATE INDEX outbox_by_creation ON outbox (parked, created_at);
CREATE INDEX outbox_by_lane ON outbox (lane, id) WHERE parked = 0;
-- Rows that may hold up later ones of their lane.
CREATE INDEX outbox_holding ON outbox (lane, id)
    WHERE parked = 0 AND (attempts > 0 OR lease_owner IS NOT NULL);
CREATE INDEX outbox_tried ON outbox (not_before) WHERE parked = 0 AND attempts > 0;
CREATE INDEX outbox_by_table ON outbox (table_id);
CREATE INDEX outbox_parked ON outbox (channel_id) WHERE parked = 1;

CREATE TABLE displays_2 (
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

INSERT INTO displays_2 (id, kind, subject, guild_id, channel_id, number, message_id, posted_at,
    digest, edited_at, due_at, asks, wait, refused_at, old_channel_id, old_message_id)
SELECT id, kind, subject, guild_id, channel_id, number, message_id, posted_at, digest, edited_at,
    due_at, asks, wait, refused_at, old_channel_id, old_message_id
FROM displays;
DROP TABLE displays;
ALTER TABLE displays_2 RENAME TO displays;

CREATE INDEX displays_due ON displays (due_at)
    WHERE due_at IS NOT NULL AND message_id IS NOT NULL;
CREATE INDEX displays_by_guild ON displays (guild_id);

CREATE TABLE studies_2 (
    id               INTEGER PRIMARY KEY,
    person           INTEGER NOT NULL,
    aim              TEXT    NOT NULL,
    table_id         INTEGER REFERENCES tables (id),  -- whose game it is; NULL: another's
    transcript       TEXT,                       -- the game from a file, as JSON
    report           TEXT,                       -- what the computer says of that game, as JSON
    puzzle           INTEGER,                    -- the subject, which its aim knows
    root             INTEGER NOT NULL DEFAULT 0, -- plies of the game before the line
    line             TEXT    NOT NULL DEFAULT '[]',  -- the moves of the line: JSON array
    used_at          INTEGER NOT NULL,
    CHECK (CASE WHEN table_id IS NULL THEN 0 ELSE 1 END + CASE WHEN transcript IS NULL THEN 0 ELSE 1 END
        + CASE WHEN puzzle IS NULL THEN 0 ELSE 1 END = 1)
) STRICT;

INSERT INTO studies_2 (id, person, aim, table_id, transcript, report, puzzle, root, line, used_at)
SELECT id, person, aim, table_id, transcript, report, puzzle, root, line, used_at FROM studies;
DROP TABLE studies;
ALTER TABLE studies_2 RENAME TO studies;

CREATE UNIQUE INDEX one_study_of_a_game ON studies (table_id, person, aim)
    WHERE table_id IS NOT NULL;
CREATE INDEX studies_by_person ON studies (person, used_at);
CREATE INDEX studies_by_time ON studies (used_at);
