-- With how many people an event starts, if it doesn't wait for its day; NULL: it waits.
ALTER TABLE events ADD COLUMN full_at BIGINT;
