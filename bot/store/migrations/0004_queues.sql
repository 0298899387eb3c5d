-- Messages that a channel or a person has yet to be shown. Times are Unix seconds.
DROP TABLE outbox;

CREATE TABLE outbox (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice: nonces hold it
    kind           TEXT    NOT NULL CHECK (kind IN (
        'board', 'card', 'offer', 'answer', 'turnover', 'reminder', 'direct')),
    table_id       INTEGER REFERENCES tables (id),
    number         INTEGER,                    -- entry of the table's log that is shown
    channel_id     INTEGER,
    user_id        INTEGER,
    token          TEXT,                       -- of the interaction whose answer it can be
    token_until    INTEGER,
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
    CHECK ((channel_id IS NULL) <> (user_id IS NULL))
) STRICT;

CREATE INDEX outbox_by_time ON outbox (parked, not_before);
CREATE INDEX outbox_by_channel ON outbox (channel_id);

-- What happens by itself at a time. A timer is deleted in the transaction of its effect.
CREATE TABLE timers (
    id             INTEGER PRIMARY KEY,
    due            INTEGER NOT NULL,
    kind           TEXT    NOT NULL,
    table_id       INTEGER REFERENCES tables (id),
    user_id        INTEGER,
    dedupe         TEXT    NOT NULL UNIQUE,
    lease_owner    TEXT,                       -- who carries it out at present
    lease_until    INTEGER
) STRICT;

CREATE INDEX timers_by_time ON timers (due);
