-- +goose Up
-- What a letter was after each save that changed what people get, as those of articles and guides: to the screens and the
-- queries a letter is a piece as well.
CREATE TABLE letter_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES letters ON DELETE CASCADE,
    version  integer NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false,
    changed  jsonb NOT NULL,
    record   jsonb NOT NULL
);
CREATE INDEX letter_revisions_of_piece ON letter_revisions (piece_id, id DESC);
