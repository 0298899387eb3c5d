-- Studies that teach a game: guided lessons, and practice games against the computer.
ALTER TABLE studies ADD COLUMN lesson TEXT COLLATE "C";
ALTER TABLE studies ADD COLUMN step BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN seed BIGINT;
ALTER TABLE studies ADD COLUMN level BIGINT;
ALTER TABLE studies ADD COLUMN shared_at BIGINT;
ALTER TABLE studies DROP CONSTRAINT studies_check;
ALTER TABLE studies ADD CONSTRAINT studies_check
    CHECK (CASE WHEN table_id IS NULL THEN 0 ELSE 1 END + CASE WHEN puzzle IS NULL THEN 0 ELSE 1 END
        + CASE WHEN transcript IS NULL AND lesson IS NULL THEN 0 ELSE 1 END = 1);
CREATE UNIQUE INDEX one_study_that_teaches ON studies (person, aim, lesson)
    WHERE lesson IS NOT NULL;
