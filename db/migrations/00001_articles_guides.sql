-- +goose Up
CREATE TABLE articles (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text NOT NULL UNIQUE,
    title       text NOT NULL,
    excerpt     text NOT NULL,
    category    text NOT NULL,
    image_url   text,
    image_alt   text NOT NULL DEFAULT '',
    avg_savings text,
    read_time   integer NOT NULL CHECK (read_time > 0), -- minutes
    author_name text NOT NULL,
    body        text NOT NULL, -- Markdown
    related     jsonb NOT NULL DEFAULT '[]', -- slugs of articles
    is_featured boolean NOT NULL DEFAULT false,
    created_at  timestamptz NOT NULL,
    reviewed_at timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX articles_newest ON articles (created_at DESC, id DESC);
CREATE INDEX articles_category_newest ON articles (category, created_at DESC, id DESC);

CREATE TABLE guides (
    id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug                text NOT NULL UNIQUE,
    title               text NOT NULL,
    subtitle            text NOT NULL,
    category            text NOT NULL,
    tags                jsonb NOT NULL DEFAULT '[]',
    image_url           text,
    estimated_read_time integer NOT NULL CHECK (estimated_read_time > 0), -- minutes
    author_name         text NOT NULL,
    introduction        text NOT NULL,
    conclusion          text NOT NULL,
    related             jsonb NOT NULL DEFAULT '[]', -- slugs of guides
    related_articles    jsonb NOT NULL DEFAULT '[]', -- slugs of articles
    featured            boolean NOT NULL DEFAULT false,
    published_at        timestamptz NOT NULL,
    reviewed_at         timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX guides_newest ON guides (published_at DESC, id DESC);

CREATE TABLE guide_items (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guide_id  bigint NOT NULL REFERENCES guides ON DELETE CASCADE,
    position  integer NOT NULL,
    title     text NOT NULL,
    image_url text,
    content   text NOT NULL,
    cta_text  text,
    cta_url   text,
    UNIQUE (guide_id, position)
);

-- The files of db/seed that were loaded, so that none is loaded twice.
CREATE TABLE seed_files (
    path      text PRIMARY KEY,
    loaded_at timestamptz NOT NULL DEFAULT now()
);
