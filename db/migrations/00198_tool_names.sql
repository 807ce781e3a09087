-- +goose Up

-- The names of the calculations that are public, each that of one piece, also of two that are published at the same
-- moment.
CREATE TABLE tool_names (
    name     text PRIMARY KEY,
    kind     text NOT NULL,
    piece_id bigint NOT NULL
);
CREATE INDEX tool_names_piece ON tool_names (kind, piece_id);
INSERT INTO tool_names (name, kind, piece_id) SELECT slug, kind, piece_id FROM tools ORDER BY publish_at, piece_id ON CONFLICT DO NOTHING;
