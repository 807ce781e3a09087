-- +goose Up
-- Who writes the magazine. The bylines of articles and guides are free text; one that is an author's name leads to the author.
CREATE TABLE authors (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text NOT NULL UNIQUE,
    name        text NOT NULL UNIQUE,
    bio         text NOT NULL DEFAULT '',
    credentials text NOT NULL DEFAULT '',
    image_url   text,
    is_active   boolean NOT NULL DEFAULT true,
    search      text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || credentials || chr(10) || bio)) STORED,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    deleted_at  timestamptz
);

CREATE INDEX articles_of_author ON articles (author_name, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_of_author ON guides (author_name, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
