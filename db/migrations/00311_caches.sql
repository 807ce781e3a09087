-- +goose Up

-- The pages to submit to search engines by IndexNow.
CREATE TABLE changed_pages (
    path       text PRIMARY KEY,
    changed_at timestamptz NOT NULL DEFAULT now()
);

-- The tags of pages that CDNs are to purge. seen_at is when the purge job first saw a tag.
CREATE TABLE cdn_purges (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tag     text NOT NULL,
    seen_at timestamptz
);
