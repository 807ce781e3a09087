-- +goose Up
-- The legal texts that admins have marked as reviewed by counsel, by a hash of all that the page said.
CREATE TABLE legal_reviews (
    page        text NOT NULL CHECK (page IN ('privacy', 'terms')),
    digest      text NOT NULL,
    reviewed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (page, digest)
);
