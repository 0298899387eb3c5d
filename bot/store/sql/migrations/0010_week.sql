-- The end of the last week that the server was told of, or the beginning of the first that wasn't;
-- NULL: neither.
ALTER TABLE guilds ADD COLUMN week_told INTEGER;
