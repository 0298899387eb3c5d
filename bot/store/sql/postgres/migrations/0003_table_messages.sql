CREATE TABLE table_messages (
    table_id         BIGINT NOT NULL REFERENCES tables (id),
    message_id       BIGINT NOT NULL,
    channel_id       BIGINT NOT NULL,
    kind             TEXT COLLATE "C" NOT NULL,
    first            BIGINT NOT NULL DEFAULT 0,
    number           BIGINT NOT NULL DEFAULT 0,
    due              BIGINT NOT NULL DEFAULT 0,
    told             BIGINT NOT NULL DEFAULT 0,
    refused          BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, message_id)
);

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
