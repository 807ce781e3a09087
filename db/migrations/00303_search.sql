-- +goose Up

-- Words that contain punctuation, without it: "att 401k w2" from "AT&T, 401(k), W-2". The text may be HTML. Plain
-- numbers are left out: 18-24 is not 1824.
-- +goose StatementBegin
CREATE FUNCTION search_compounds(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(string_agg(DISTINCT folded, ' '), '')
    FROM (
        SELECT regexp_replace(compound[1], '[^[:alnum:]]', '', 'g') AS folded
        FROM regexp_matches(replace(regexp_replace(words, '<[^>]*>', ' ', 'g'), '&amp;', '&'), '[[:alnum:]]+(?:[-‐‑&''’.(]+[[:alnum:]]+)+', 'g') compound
    ) compounds
    WHERE folded ~ '[[:alpha:]]' AND length(folded) <= 30
);
-- +goose StatementEnd

-- What a search checks first: each word of a title and its summary, both unchanged and as a stem.
CREATE FUNCTION search_head(title text, summary text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('english'::regconfig, title || ' ' || search_compounds(title)), 'A') || setweight(to_tsvector('simple'::regconfig, title), 'A')
    || setweight(to_tsvector('english'::regconfig, summary || ' ' || search_compounds(summary)), 'B') || setweight(to_tsvector('simple'::regconfig, summary), 'B');

-- What readers search: public articles and guides, and the steps of guides (with step). head is title and summary with
-- unchanged words, for searching while typing; lexemes is the whole text.
CREATE TABLE search_documents (
    kind         text CHECK (kind IN ('article', 'guide')),
    piece_id     bigint,
    step         integer DEFAULT 0, -- its position in the guide
    published_at timestamptz NOT NULL,
    head         tsvector NOT NULL,
    lexemes      tsvector NOT NULL,
    -- The form of a document. Documents in an earlier form, which the previous version writes, are made again.
    form         smallint NOT NULL DEFAULT 1,
    PRIMARY KEY (kind, piece_id, step)
);
CREATE INDEX search_documents_newest ON search_documents (published_at DESC, kind, piece_id, step);
CREATE INDEX search_documents_head ON search_documents USING gin (head) WITH (fastupdate = off);
CREATE INDEX search_documents_lexemes ON search_documents USING gin (lexemes) WITH (fastupdate = off);
CREATE INDEX search_documents_outdated ON search_documents (kind, piece_id) WHERE form < 2;

-- The words of all documents, which misspelled words are compared with.
CREATE TABLE search_words (
    word text PRIMARY KEY
);

-- The heads of calculators, written with the documents of their pieces.
CREATE TABLE search_tool_heads (
    kind     text CHECK (kind IN ('article', 'guide')),
    piece_id bigint,
    slug     text,
    head     tsvector NOT NULL,
    PRIMARY KEY (kind, piece_id, slug)
);
CREATE INDEX search_tool_heads_head ON search_tool_heads USING gin (head) WITH (fastupdate = off);

-- Pieces that changed since their documents were written. Writers must hold the lock of the piece first.
CREATE TABLE search_due (
    kind     text,
    piece_id bigint,
    since    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, piece_id)
);

-- +goose StatementBegin
CREATE FUNCTION piece_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'DELETE' AND NEW.status = 'published' AND NEW.deleted_at IS NULL THEN
        INSERT INTO search_due (kind, piece_id) VALUES (TG_ARGV[0], NEW.id)
            ON CONFLICT (kind, piece_id) DO UPDATE SET since = now();
    ELSIF TG_OP <> 'INSERT' THEN
        DELETE FROM search_documents WHERE kind = TG_ARGV[0] AND piece_id = OLD.id; -- nobody finds it from now on
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION step_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO search_due (kind, piece_id) VALUES ('guide', CASE TG_OP WHEN 'DELETE' THEN OLD.guide_id ELSE NEW.guide_id END)
        ON CONFLICT (kind, piece_id) DO UPDATE SET since = now();
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER search_follows AFTER INSERT OR DELETE OR UPDATE OF title, excerpt, tags, category, body_html, status, publish_at, deleted_at
    ON articles FOR EACH ROW EXECUTE FUNCTION piece_changed('article');
CREATE TRIGGER search_follows AFTER INSERT OR DELETE OR UPDATE OF title, subtitle, tags, category, introduction_html, conclusion_html, status, publish_at, deleted_at
    ON guides FOR EACH ROW EXECUTE FUNCTION piece_changed('guide');
CREATE TRIGGER search_follows AFTER INSERT OR DELETE OR UPDATE OF position, title, content_html
    ON guide_items FOR EACH ROW EXECUTE FUNCTION step_changed();

-- Searches without results: the words, and a code that distinguishes visitors within a day.
CREATE TABLE search_misses (
    day     date,
    visitor uuid,
    words   text,
    PRIMARY KEY (day, visitor, words)
);

-- The offers that visitors see, by their kind in events, and the calculators.
CREATE VIEW search_offers AS
SELECT 'offer' AS kind, id, '' AS slug, '' AS list, title, description AS summary, image_url, created_at AS since,
    search_head(title, description || ' ' || partner) AS head
FROM offers WHERE is_active AND deleted_at IS NULL AND hold IS NULL
UNION ALL
SELECT 'static_offer', id, '', '', title, description, image_url, created_at, search_head(title, description || ' ' || partner)
FROM static_offers WHERE is_active AND deleted_at IS NULL AND hold IS NULL
UNION ALL
SELECT 'daily_offer', id, '', '', title, description, image_url, created_at, search_head(title, description || ' ' || partner)
FROM daily_offers WHERE is_active AND deleted_at IS NULL AND hold IS NULL
UNION ALL
SELECT 'content_offer', o.id, p.slug, p.title, o.title, o.description, o.image_url, o.created_at, search_head(o.title, o.description || ' ' || o.partner)
FROM content_offers o JOIN content_pages p ON p.id = o.page_id AND p.is_active AND p.deleted_at IS NULL
WHERE o.is_active AND o.deleted_at IS NULL AND o.hold IS NULL AND (o.deadline IS NULL OR o.deadline > now() - interval '12 hours');

CREATE VIEW search_tools AS
SELECT 'tool' AS kind, t.piece_id AS id, t.slug, t.piece_title AS list, t.title, t.sentence AS summary, t.image_url, t.publish_at AS since, t.category, h.head
FROM search_tool_heads h JOIN tools t ON t.kind = h.kind AND t.piece_id = h.piece_id AND t.slug = h.slug;

-- Making the head of a text is slow, so an index with it is better even for few rows.
ALTER FUNCTION search_head(text, text) COST 10000;
CREATE INDEX offers_found ON offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX static_offers_found ON static_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX daily_offers_found ON daily_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX content_offers_found ON content_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;

-- Trigrams find text of three letters or more without reading every row. If Postgres doesn't let this user create the
-- extension, searches read every row and don't correct spelling.
-- +goose StatementBegin
DO $$
DECLARE
    ops text;
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    SELECT extnamespace::regnamespace || '.gin_trgm_ops' INTO ops FROM pg_extension WHERE extname = 'pg_trgm'; -- it may lie in another schema
    EXECUTE format('CREATE INDEX pictures_search ON pictures USING gin (search %s) WHERE deleted_at IS NULL', ops);
    EXECUTE format('CREATE INDEX articles_search ON articles USING gin (search %s)', ops);
    EXECUTE format('CREATE INDEX articles_public_search ON articles USING gin (public_search %s) WHERE status = ''published'' AND deleted_at IS NULL', ops);
    EXECUTE format('CREATE INDEX content_offers_search ON content_offers USING gin (search %s)', ops);
    EXECUTE format('CREATE INDEX search_words_similar ON search_words USING gin (word %s)', ops);
    EXECUTE format('CREATE INDEX guides_search ON guides USING gin (search %s)', ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_schema_name THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd
