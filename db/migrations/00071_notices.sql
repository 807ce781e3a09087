-- +goose Up
-- Trouble that admins are mailed of, once for all instances.
CREATE TABLE notices (
    cause     text PRIMARY KEY,
    subject   text NOT NULL,
    seen_at   timestamptz NOT NULL, -- by any instance, the last time
    mailed_at timestamptz,
    open      boolean NOT NULL DEFAULT false -- mailed, and not over since
);
