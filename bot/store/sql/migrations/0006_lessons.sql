-- Studies that teach a game: lessons, and practice games against a computer that fits the person.
CREATE TABLE studies_2 (
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

INSERT INTO studies_2 (id, person, aim, table_id, transcript, report, puzzle, root, line, used_at)
SELECT id, person, aim, table_id, transcript, report, puzzle, root, line, used_at FROM studies;
DROP TABLE studies;
ALTER TABLE studies_2 RENAME TO studies;

CREATE UNIQUE INDEX one_study_of_a_game ON studies (table_id, person, aim)
    WHERE table_id IS NOT NULL;
CREATE UNIQUE INDEX one_study_that_teaches ON studies (person, aim, lesson)
    WHERE lesson IS NOT NULL;
CREATE INDEX studies_by_person ON studies (person, used_at);
CREATE INDEX studies_by_time ON studies (used_at);

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
