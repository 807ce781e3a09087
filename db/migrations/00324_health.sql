-- +goose Up

-- How the last try of something went that the health page reports on: sending
-- email, a backup, a restore test. One row each, for all instances.
CREATE TABLE outcomes (
    name         text PRIMARY KEY,
    state        text NOT NULL CHECK (state IN ('good', 'failing', 'skipped')),
    since        timestamptz NOT NULL, -- when the state began
    detail       text NOT NULL DEFAULT '', -- of the last try
    succeeded_at timestamptz,
    failed_at    timestamptz,
    problem      text NOT NULL DEFAULT '' -- of the last failure
);

-- When the webhook for alerts was told, null if it wasn't since the problem began.
ALTER TABLE notices ADD COLUMN posted_at timestamptz;
