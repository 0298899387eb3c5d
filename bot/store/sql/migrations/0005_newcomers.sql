-- Who is on the way to a leaderboard, the nearest first.
CREATE INDEX ratings_newcomers ON ratings (guild_id, pool, games DESC, person) WHERE games < 10;
