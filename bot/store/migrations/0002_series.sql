-- A series is a chain of tables: each says which plan is played and which table was the first.
ALTER TABLE tables ADD COLUMN plan TEXT;
ALTER TABLE tables ADD COLUMN series_id INTEGER REFERENCES tables (id);

CREATE INDEX tables_by_series ON tables (series_id, id);
