-- The language of each person's Discord, for messages that nothing they just did asks for.
ALTER TABLE people ADD COLUMN locale TEXT COLLATE "C";  -- Discord's code; NULL: they haven't used the bot since
