-- +goose Up
-- What admins made of /privacy and /terms. A version holds from its day on until that of the next.
CREATE TABLE legal_texts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page       text NOT NULL CHECK (page IN ('privacy', 'terms')),
    effective  date NOT NULL,
    text       text NOT NULL, -- Markdown, with placeholders
    shown      text NOT NULL, -- what stood in their places when it was saved; for when it is history
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (page, effective)
);
