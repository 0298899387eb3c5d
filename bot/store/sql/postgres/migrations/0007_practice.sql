-- Practice games: who plays which seat, and how easy the computer makes it for a person.
ALTER TABLE studies ADD COLUMN seat BIGINT;
ALTER TABLE studies ADD COLUMN is_helped BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN is_over BIGINT NOT NULL DEFAULT 0;

CREATE TABLE ease (
    person           BIGINT NOT NULL,
    game             TEXT COLLATE "C" NOT NULL,
    step             BIGINT NOT NULL,
    last             TEXT COLLATE "C",
    games            BIGINT NOT NULL,
    won              BIGINT NOT NULL,
    used_at          BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX ease_by_time ON ease (used_at);
