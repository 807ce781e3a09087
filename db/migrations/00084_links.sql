-- +goose Up

-- Links to the site's own pages that staff share. The short address /g/CODE leads there; what its visits do is counted
-- by origins.link_id.
CREATE TABLE links (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code       text NOT NULL UNIQUE CHECK (code ~ '^[a-z2-7]+$'),
    name       text NOT NULL CHECK (name <> ''),
    path       text NOT NULL CHECK (path ~ '^/($|[^/\\])'), -- with its query and fragment
    source     text NOT NULL DEFAULT '',
    medium     text NOT NULL DEFAULT '',
    campaign   text NOT NULL DEFAULT '',
    content    text NOT NULL DEFAULT '',
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    search     text GENERATED ALWAYS AS (lower(name || chr(10) || code || chr(10) || path || chr(10) || source || chr(10) || medium || chr(10) || campaign || chr(10) || content)) STORED
);
CREATE INDEX origins_of_link ON origins (link_id) WHERE link_id <> 0;

-- The pages of authors are counted like all others, so that links can lead there too.
ALTER TYPE event_subject ADD VALUE 'author';
