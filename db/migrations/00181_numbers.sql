-- +goose Up

-- The calculations in the texts of a piece, made of the texts: name, title, sentence and HTML of each.
ALTER TABLE articles ADD COLUMN numbers jsonb NOT NULL DEFAULT '[]';
ALTER TABLE guides ADD COLUMN numbers jsonb NOT NULL DEFAULT '[]';
CREATE INDEX articles_numbers ON articles (publish_at) WHERE numbers <> '[]' AND status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_numbers ON guides (publish_at) WHERE numbers <> '[]' AND status = 'published' AND deleted_at IS NULL;

-- Those that are public. A name is that of one piece, which the rules see to when it is published.
CREATE VIEW tools AS
SELECT n ->> 'name' AS slug, n ->> 'title' AS title, n ->> 'sentence' AS sentence, n ->> 'html' AS html,
    'article' AS kind, p.id AS piece_id, p.slug AS piece_slug, p.title AS piece_title, p.excerpt AS piece_about,
    p.category, p.image_url, p.publish_at, greatest(p.revised_at, p.publish_at) AS changed
FROM articles p, jsonb_array_elements(p.numbers) n
WHERE p.numbers <> '[]' AND p.status = 'published' AND p.deleted_at IS NULL
UNION ALL
SELECT n ->> 'name', n ->> 'title', n ->> 'sentence', n ->> 'html',
    'guide', p.id, p.slug, p.title, p.subtitle,
    p.category, p.image_url, p.publish_at, greatest(p.revised_at, p.publish_at)
FROM guides p, jsonb_array_elements(p.numbers) n
WHERE p.numbers <> '[]' AND p.status = 'published' AND p.deleted_at IS NULL;
