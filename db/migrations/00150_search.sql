-- +goose Up
-- What readers search: public articles and guides, and with a step the steps of guides. head is title and summary, with
-- their words as they stand, by which one finds while one still types; lexemes is all of the text.
CREATE TABLE search_documents (
    kind         text NOT NULL CHECK (kind IN ('article', 'guide')),
    piece_id     bigint NOT NULL,
    step         integer NOT NULL DEFAULT 0, -- its position in the guide
    published_at timestamptz NOT NULL,
    head         tsvector NOT NULL,
    lexemes      tsvector NOT NULL,
    PRIMARY KEY (kind, piece_id, step)
);
CREATE INDEX search_documents_newest ON search_documents (published_at DESC, kind, piece_id, step);
CREATE INDEX search_documents_head ON search_documents USING gin (head) WITH (fastupdate = off);
CREATE INDEX search_documents_lexemes ON search_documents USING gin (lexemes) WITH (fastupdate = off);

-- The words of all these, among which a mistyped one finds what was meant.
CREATE TABLE search_words (word text PRIMARY KEY);
-- +goose StatementBegin
DO $$ BEGIN
    CREATE INDEX search_words_similar ON search_words USING gin (word gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd

-- The pieces that changed since their documents were written. Who writes here holds the lock of the piece first.
CREATE TABLE search_due (
    kind     text NOT NULL,
    piece_id bigint NOT NULL,
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
INSERT INTO search_due (kind, piece_id) SELECT 'article', id FROM articles UNION ALL SELECT 'guide', id FROM guides;

-- Searches without an answer: the words, and of who searched the code that tells visitors of a day apart.
CREATE TABLE search_misses (
    day     date NOT NULL,
    visitor uuid NOT NULL,
    words   text NOT NULL,
    PRIMARY KEY (day, visitor, words)
);
