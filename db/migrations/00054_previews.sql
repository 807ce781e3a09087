-- +goose Up
-- What a piece would show if what somebody has typed were saved; one for each who looks at it.
CREATE TABLE previews (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL, -- article, guide
    piece_id   bigint NOT NULL,
    keeper     text NOT NULL, -- a session's user or a token
    shown      jsonb NOT NULL, -- the piece as readers would see it
    expires_at timestamptz NOT NULL,
    UNIQUE (kind, piece_id, keeper)
);
