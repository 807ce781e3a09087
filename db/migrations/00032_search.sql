-- +goose Up
-- What staff search in, in lower case: folding 100,000 offers at each search takes most of its time.
ALTER TABLE content_pages ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || slug || chr(10) || description)) STORED;
ALTER TABLE content_offers ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || url || chr(10) || description)) STORED;
ALTER TABLE offers ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || target_url || chr(10) || description)) STORED;
ALTER TABLE daily_offers ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || link || chr(10) || description)) STORED;
ALTER TABLE questions ADD search text GENERATED ALWAYS AS (lower(question)) STORED;

-- A list of 100,000 offers is counted in the index alone.
DROP INDEX content_offers_of_page;
CREATE INDEX content_offers_of_page ON content_offers (page_id, priority DESC, id) INCLUDE (is_active) WHERE deleted_at IS NULL;
CREATE INDEX content_offers_binned ON content_offers (page_id, priority DESC, id) WHERE deleted_at IS NOT NULL;

-- Trigrams find a text of three letters and more without reading every offer. A Postgres that does not let this user
-- have them searches by reading.
-- +goose StatementBegin
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    EXECUTE format('CREATE INDEX content_offers_search ON content_offers USING gin (search %s.gin_trgm_ops)', -- it may lie in another schema
        (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_schema_name THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd
