-- A season is an event that has a number; the one before it gives it its people and their order.
ALTER TABLE events ADD COLUMN season INTEGER;     -- its number in its server and game; NULL: none
ALTER TABLE events ADD COLUMN previous INTEGER;   -- the season before it, of events
CREATE UNIQUE INDEX one_next_season ON events (previous) WHERE previous IS NOT NULL;
