-- +goose Up

-- The pages that search engines are to be told of by IndexNow.
CREATE TABLE changed_pages (
    path       text PRIMARY KEY,
    changed_at timestamptz NOT NULL DEFAULT now()
);

-- The tags of pages that a CDN in front of the site is to purge; seen_at is when
-- the job that does so first saw it.
CREATE TABLE cdn_purges (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tag     text NOT NULL,
    seen_at timestamptz
);
