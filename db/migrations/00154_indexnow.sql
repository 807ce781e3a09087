-- +goose Up

-- The pages that search engines are to be told of by IndexNow.
CREATE TABLE changed_pages (
    path       text PRIMARY KEY,
    changed_at timestamptz NOT NULL DEFAULT now()
);
