-- +goose Up

-- When visitors last did a thing that day: tells a duplicate (the same within 10 s) and a unique visitor (the first
-- time). Whoever records events keeps a day's visits in memory and, in the transaction of the events, adds what is
-- new in it as a part. Writers take turns (pg_advisory_xact_lock), each reading the parts of the others first, so
-- parts count up without gaps. Until now each visit was a row.
ALTER TABLE daily_visits RENAME TO visit_rows;
ALTER INDEX daily_visits_pkey RENAME TO visit_rows_pkey;
CREATE TABLE daily_visits (
    day    date NOT NULL,
    part   bigint NOT NULL,
    visits bytea NOT NULL, -- 16 bytes each: a hash over visitor, subject, subject_id and action; Unix milliseconds
    PRIMARY KEY (day, part)
);
-- Hashes do not compress.
ALTER TABLE daily_visits ALTER visits SET STORAGE EXTERNAL;
INSERT INTO daily_visits
SELECT day, 1, string_agg(substring(uuid_send(visit) FOR 8) || int8send(floor(extract(epoch FROM at) * 1000)::bigint), '')
FROM visit_rows GROUP BY day;
DROP TABLE visit_rows;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION ensure_event_partitions(d date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part text := 'events_' || to_char(d, 'YYYYMMDD');
BEGIN
    IF to_regclass(part) IS NOT NULL THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('event partitions')); -- instances may try at once
    IF to_regclass(part) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING ALL)', part);
        EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, d, d + 1);
    END IF;
END $$;
-- +goose StatementEnd
