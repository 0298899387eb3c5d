-- Messages of a table that change once a later message of it is there: boards that were replaced,
-- and what asked something, until they are as they are to be.
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

INSERT INTO table_messages (table_id, message_id, channel_id, kind, first, number, due, refused)
SELECT table_id, message_id, channel_id, kind, first, number, due, refused FROM replaced_boards;

INSERT INTO table_messages (table_id, message_id, channel_id, kind, first)
SELECT table_id, message_id, channel_id, 'seat', seat
FROM seat_posts JOIN tables ON tables.id = table_id WHERE true
ON CONFLICT DO NOTHING;

INSERT INTO table_messages (table_id, message_id, channel_id, kind, number)
SELECT id, offer_id, channel_id, 'offer', offer_number FROM tables
WHERE offer_id IS NOT NULL ON CONFLICT DO NOTHING;

INSERT INTO table_messages (table_id, message_id, channel_id, kind, number)
SELECT id, overdue_id, channel_id, 'overdue', overdue_number FROM tables
WHERE overdue_id IS NOT NULL ON CONFLICT DO NOTHING;

DROP TABLE replaced_boards;
DROP TABLE seat_posts;
ALTER TABLE tables DROP COLUMN offer_number;
ALTER TABLE tables DROP COLUMN offer_id;
ALTER TABLE tables DROP COLUMN overdue_number;
ALTER TABLE tables DROP COLUMN overdue_id;
