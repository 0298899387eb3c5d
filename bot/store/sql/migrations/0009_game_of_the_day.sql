-- The game that a club board shows large, and those of the days before.
ALTER TABLE club_boards ADD COLUMN day TEXT NOT NULL DEFAULT '[]';  -- JSON array of [date, table]: the newest first
