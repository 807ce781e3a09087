-- +goose Up
-- The slugs under which authors had a page; a former one leads to the present one.
CREATE TABLE author_addresses (slug text PRIMARY KEY, author_id bigint NOT NULL REFERENCES authors ON DELETE CASCADE);
CREATE INDEX author_addresses_of_author ON author_addresses (author_id);
