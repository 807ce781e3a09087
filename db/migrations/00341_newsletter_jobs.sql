-- +goose Up

-- Newsletters are no longer sent by jobs of a queue. What release 149971c left in
-- it would wait forever. A new database has no jobs yet.
-- +goose StatementBegin
DO $$
BEGIN
    IF to_regclass('river_job') IS NOT NULL THEN
        DELETE FROM river_job WHERE kind = 'letters.batch';
    END IF;
END $$;
-- +goose StatementEnd
