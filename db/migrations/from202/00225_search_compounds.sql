-- +goose Up

-- The words of a text that have punctuation within, without it: "att 401k w2" of "AT&T, 401(k), W-2". The text may be HTML.
-- Mere numbers are no such words: 18-24 is not 1824.
CREATE FUNCTION search_compounds(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(string_agg(DISTINCT folded, ' '), '')
    FROM (
        SELECT regexp_replace(compound[1], '[^[:alnum:]]', '', 'g') AS folded
        FROM regexp_matches(replace(regexp_replace(words, '<[^>]*>', ' ', 'g'), '&amp;', '&'), '[[:alnum:]]+(?:[-‐‑&''’.(]+[[:alnum:]]+)+', 'g') compound
    ) compounds
    WHERE folded ~ '[[:alpha:]]' AND length(folded) <= 30
);

-- What a search looks at first: each word of a title and its summary as it stands, and its stem.
CREATE FUNCTION search_head(title text, summary text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('english'::regconfig, title || ' ' || search_compounds(title)), 'A') || setweight(to_tsvector('simple'::regconfig, title), 'A')
    || setweight(to_tsvector('english'::regconfig, summary || ' ' || search_compounds(summary)), 'B') || setweight(to_tsvector('simple'::regconfig, summary), 'B');

-- How a document was made: those of an earlier form, which the version before writes, are made anew.
ALTER TABLE search_documents ADD form smallint NOT NULL DEFAULT 1;
CREATE INDEX search_documents_outdated ON search_documents (kind, piece_id) WHERE form < 2;

-- The offers that visitors see, by the kind that events call them, and the calculators. place is that of an offer in its list.
CREATE INDEX offers_found ON offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX static_offers_found ON static_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX daily_offers_found ON daily_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
CREATE INDEX content_offers_found ON content_offers USING gin (search_head(title, description || ' ' || partner)) WHERE is_active AND deleted_at IS NULL AND hold IS NULL;
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
SELECT 'tool' AS kind, piece_id AS id, slug, piece_title AS list, title, sentence AS summary, image_url, publish_at AS since, category,
    search_head(title, sentence) AS head
FROM tools;
