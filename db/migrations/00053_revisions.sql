-- +goose Up
-- What a piece was at the checkpoints of its life: after each save of staff that changed more than its status. What is
-- saved by itself goes into the last revision for some minutes.
CREATE TABLE article_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES articles ON DELETE CASCADE,
    version  integer NOT NULL, -- of the piece then
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false, -- saved by itself
    changed  jsonb NOT NULL, -- names of fields
    record   jsonb NOT NULL -- the piece as staff see it
);
CREATE INDEX article_revisions_of_piece ON article_revisions (piece_id, id DESC);
CREATE TABLE guide_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES guides ON DELETE CASCADE,
    version  integer NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false,
    changed  jsonb NOT NULL,
    record   jsonb NOT NULL
);
CREATE INDEX guide_revisions_of_piece ON guide_revisions (piece_id, id DESC);

-- What readers are told of a mistake that was corrected: a text, and when.
ALTER TABLE articles ADD correction jsonb;
ALTER TABLE guides ADD correction jsonb;
