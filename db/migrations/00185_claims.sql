-- +goose Up

-- Figures, rates and legal dates that pieces name, with where each is from and when somebody looks again. A list of
-- them has first what is due first: due counts days.
CREATE TABLE claims (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    title         text NOT NULL,
    value         text NOT NULL,
    source_title  text NOT NULL DEFAULT '',
    source_url    text,
    looked_at     timestamptz,
    look_again_at timestamptz NOT NULL DEFAULT now(),
    note          text NOT NULL DEFAULT '',
    due           integer NOT NULL GENERATED ALWAYS AS ((look_again_at AT TIME ZONE 'UTC')::date - DATE '2000-01-01') STORED,
    search        text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || title || chr(10) || value || chr(10) || source_title)) STORED,
    version       integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz
);
CREATE INDEX claims_due ON claims (due, id) WHERE deleted_at IS NULL;

-- The claims that the texts of a piece mark, made of the texts: the name of each, and its value there.
ALTER TABLE articles ADD COLUMN claims jsonb NOT NULL DEFAULT '[]';
ALTER TABLE guides ADD COLUMN claims jsonb NOT NULL DEFAULT '[]';
CREATE INDEX articles_claims ON articles (id) WHERE claims <> '[]';
CREATE INDEX guides_claims ON guides (id) WHERE claims <> '[]';

CREATE VIEW claim_uses AS
SELECT c ->> 'name' AS claim, c ->> 'value' AS value, 'article' AS kind, p.id AS piece_id, p.slug, p.title, p.status, p.version
FROM articles p, jsonb_array_elements(p.claims) c WHERE p.claims <> '[]' AND p.deleted_at IS NULL
UNION ALL
SELECT c ->> 'name', c ->> 'value', 'guide', p.id, p.slug, p.title, p.status, p.version
FROM guides p, jsonb_array_elements(p.claims) c WHERE p.claims <> '[]' AND p.deleted_at IS NULL;
