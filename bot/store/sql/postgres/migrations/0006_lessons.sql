-- Studies that teach a game: lessons, and practice games against a computer that fits the person.
ALTER TABLE studies ADD COLUMN lesson TEXT COLLATE "C";
ALTER TABLE studies ADD COLUMN step BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN seed BIGINT;
ALTER TABLE studies ADD COLUMN level BIGINT;
ALTER TABLE studies ADD COLUMN shared_at BIGINT;
ALTER TABLE studies ADD COLUMN seat BIGINT;
ALTER TABLE studies ADD COLUMN is_helped BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN is_over BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies DROP CONSTRAINT studies_check;
ALTER TABLE studies ADD CONSTRAINT studies_check
    CHECK (CASE WHEN table_id IS NULL THEN 0 ELSE 1 END + CASE WHEN puzzle IS NULL THEN 0 ELSE 1 END
        + CASE WHEN transcript IS NULL AND lesson IS NULL THEN 0 ELSE 1 END = 1);
CREATE UNIQUE INDEX one_study_that_teaches ON studies (person, aim, lesson)
    WHERE lesson IS NOT NULL;

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
