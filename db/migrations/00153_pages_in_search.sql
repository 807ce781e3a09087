-- +goose Up

-- Pages of offers are kept out of search engines, unless staff say otherwise.
ALTER TABLE content_pages ADD COLUMN is_indexed boolean NOT NULL DEFAULT false;
