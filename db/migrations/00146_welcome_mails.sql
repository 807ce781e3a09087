-- +goose Up

-- The mails of the welcome series: each person gets each of them once. Whoever is erased is replaced by nobody, so that
-- the counts stay; hence no foreign key.
CREATE TABLE welcome_mails (
    subscriber_id uuid NOT NULL,
    step          integer NOT NULL CHECK (step BETWEEN 1 AND 3),
    state         text NOT NULL CHECK (state IN ('pending', 'queued', 'sent', 'failed', 'skipped')),
    due_at        timestamptz NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(), -- of the last change
    PRIMARY KEY (subscriber_id, step)
);
CREATE INDEX welcome_mails_due ON welcome_mails (due_at) WHERE state = 'pending';
