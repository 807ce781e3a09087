-- +goose Up
-- Pieces whose preview is no longer shared: links to what is saved that were made until then lead nowhere.
CREATE TABLE preview_revocations (
    kind       text NOT NULL, -- article, guide
    piece_id   bigint NOT NULL,
    revoked_at timestamptz NOT NULL,
    PRIMARY KEY (kind, piece_id)
);
