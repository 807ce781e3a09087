-- +goose Up
-- A list of staff that is narrowed to a category is read and counted in the index alone.
CREATE INDEX articles_of_category ON articles (category, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX guides_of_category ON guides (category, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;

-- What readers search articles in; staff search in more.
ALTER TABLE articles ADD public_search text GENERATED ALWAYS AS (lower(title || chr(10) || excerpt)) STORED;
-- +goose StatementBegin
DO $$ BEGIN
    CREATE INDEX articles_public_search ON articles USING gin (public_search gin_trgm_ops) WHERE status = 'published' AND deleted_at IS NULL;
EXCEPTION WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd
