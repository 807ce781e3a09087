-- +goose Up
-- Staff write articles and guides: a piece is a draft, waits for publish_at, is public, or is archived. Until now all
-- were public. What a draft may lack has a default.
ALTER TABLE articles RENAME created_at TO publish_at; -- when it comes out or came out
ALTER TABLE articles RENAME is_featured TO featured;
ALTER TABLE articles
    ALTER publish_at DROP NOT NULL,
    ALTER reviewed_at DROP NOT NULL,
    ALTER excerpt SET DEFAULT '',
    ALTER category SET DEFAULT '',
    ALTER body SET DEFAULT '',
    ALTER read_time SET DEFAULT 1,
    ALTER author_name SET DEFAULT 'Editorial team',
    ADD status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
    ADD tags jsonb NOT NULL DEFAULT '[]',
    ADD savings_assumption text, -- what avg_savings is derived from
    ADD sources jsonb NOT NULL DEFAULT '[]', -- titles and addresses
    ADD revised_at timestamptz, -- when its substance last changed, once it was public
    ADD version integer NOT NULL DEFAULT 1,
    ADD created_at timestamptz NOT NULL DEFAULT now(),
    ADD deleted_at timestamptz,
    ADD CHECK (publish_at IS NOT NULL OR status IN ('draft', 'archived')),
    DROP CONSTRAINT articles_slug_key;
ALTER TABLE articles ALTER status SET DEFAULT 'draft';
UPDATE articles SET created_at = publish_at, revised_at = reviewed_at;

ALTER TABLE guides RENAME published_at TO publish_at;
ALTER TABLE guides
    ALTER publish_at DROP NOT NULL,
    ALTER reviewed_at DROP NOT NULL,
    ALTER subtitle SET DEFAULT '',
    ALTER category SET DEFAULT '',
    ALTER introduction SET DEFAULT '',
    ALTER conclusion SET DEFAULT '',
    ALTER estimated_read_time SET DEFAULT 1,
    ALTER author_name SET DEFAULT 'Editorial team',
    ADD status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
    ADD sources jsonb NOT NULL DEFAULT '[]',
    ADD revised_at timestamptz,
    ADD version integer NOT NULL DEFAULT 1,
    ADD created_at timestamptz NOT NULL DEFAULT now(),
    ADD deleted_at timestamptz,
    ADD CHECK (publish_at IS NOT NULL OR status IN ('draft', 'archived')),
    DROP CONSTRAINT guides_slug_key;
ALTER TABLE guides ALTER status SET DEFAULT 'draft';
UPDATE guides SET created_at = publish_at, revised_at = reviewed_at;

-- What lies in the bin keeps no slug from being used.
CREATE UNIQUE INDEX articles_slug_key ON articles (slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX guides_slug_key ON guides (slug) WHERE deleted_at IS NULL;

-- The public lists, newest first.
DROP INDEX articles_newest, articles_category_newest, guides_newest;
CREATE INDEX articles_newest ON articles (publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX articles_category_newest ON articles (category, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX articles_featured_newest ON articles (publish_at DESC, id DESC) WHERE featured AND status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_newest ON guides (publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_category_newest ON guides (category, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_featured_newest ON guides (publish_at DESC, id DESC) WHERE featured AND status = 'published' AND deleted_at IS NULL;

-- The lists of staff, and what is due.
CREATE INDEX articles_of_status ON articles (status, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_binned ON articles (id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_scheduled ON articles (publish_at) WHERE status = 'scheduled' AND deleted_at IS NULL;
CREATE INDEX guides_of_status ON guides (status, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX guides_binned ON guides (id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX guides_scheduled ON guides (publish_at) WHERE status = 'scheduled' AND deleted_at IS NULL;

-- Searched as in 00032.
ALTER TABLE articles ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || excerpt || chr(10) || slug || chr(10) || author_name || chr(10) || tags::text)) STORED;
ALTER TABLE guides ADD search text GENERATED ALWAYS AS (lower(title || chr(10) || subtitle || chr(10) || slug || chr(10) || author_name || chr(10) || tags::text)) STORED;
-- +goose StatementBegin
DO $$ BEGIN
    CREATE INDEX articles_search ON articles USING gin (search gin_trgm_ops);
    CREATE INDEX guides_search ON guides USING gin (search gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd
