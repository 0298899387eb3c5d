-- The channel of changes has a name that is no other program's.
CREATE OR REPLACE FUNCTION tell_others() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed RECORD;
    number BIGINT;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    IF TG_TABLE_NAME = 'tables' THEN number := changed.id; ELSE number := changed.table_id; END IF;
    PERFORM pg_notify('postboard_tables', concat(
        number, ':', (SELECT guild_id FROM tables WHERE id = number)));
    RETURN NULL;
END $$;
