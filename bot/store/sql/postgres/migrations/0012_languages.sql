-- The language in which the person used the bot last, by Discord's code; NULL: not known.
ALTER TABLE people ADD COLUMN locale TEXT COLLATE "C";
