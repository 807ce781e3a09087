-- +goose Up
-- What an editor has typed into a piece that readers see and has not saved yet. One each for a piece and an editor.
CREATE TABLE working_copies (
    kind     text NOT NULL,
    piece_id bigint NOT NULL,
    editor   text NOT NULL, -- an email address
    draft    jsonb NOT NULL, -- the values of the form, and the record that they were typed over
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, piece_id, editor)
);
