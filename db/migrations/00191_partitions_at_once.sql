-- +goose Up

-- What to_regclass has not found once it does not find after the wait for the lock either, though another has made it
-- meanwhile: it asks a cache. A query sees what is committed.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION ensure_event_partitions(d date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part text := 'events_' || to_char(d, 'YYYYMMDD');
BEGIN
    IF EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = part) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('event partitions')); -- instances may try at once
    IF NOT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = part) THEN
        EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING ALL)', part);
        EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, d, d + 1);
    END IF;
END $$;
-- +goose StatementEnd
