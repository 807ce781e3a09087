-- +goose Up
-- To make the head of a text takes a while: an index that has it is better even where there are few.
ALTER FUNCTION search_head(text, text) COST 10000;

-- The heads of calculators, written with the documents of their pieces.
CREATE TABLE search_tool_heads (
    kind     text NOT NULL CHECK (kind IN ('article', 'guide')),
    piece_id bigint NOT NULL,
    slug     text NOT NULL,
    head     tsvector NOT NULL,
    PRIMARY KEY (kind, piece_id, slug)
);
CREATE INDEX search_tool_heads_head ON search_tool_heads USING gin (head) WITH (fastupdate = off);
INSERT INTO search_tool_heads SELECT kind, piece_id, slug, search_head(title, sentence) FROM tools ON CONFLICT DO NOTHING;
CREATE OR REPLACE VIEW search_tools AS
SELECT 'tool' AS kind, t.piece_id AS id, t.slug, t.piece_title AS list, t.title, t.sentence AS summary, t.image_url, t.publish_at AS since, t.category, h.head
FROM search_tool_heads h JOIN tools t ON t.kind = h.kind AND t.piece_id = h.piece_id AND t.slug = h.slug;
