-- +goose Up
-- What stands above the articles of a category: an introduction, and the article to begin with.
CREATE TABLE topics (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    category      text NOT NULL UNIQUE,
    introduction  text NOT NULL,
    first_article text,
    is_active     boolean NOT NULL DEFAULT true,
    search        text NOT NULL GENERATED ALWAYS AS (lower(category || chr(10) || introduction)) STORED,
    version       integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz
);
