-- +goose Up
-- What staff changed. A row is written in the transaction of its change; later only an erased address is taken out.
CREATE TABLE audit_log (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT now(),
    actor      text NOT NULL, -- an e-mail address, or "command line"
    via        text NOT NULL CHECK (via IN ('session', 'token', 'command')),
    action     text NOT NULL, -- create, update, delete, restore …
    kind       text NOT NULL, -- page, offer, question, user …
    subject_id text NOT NULL,
    before     jsonb,
    after      jsonb
);
CREATE INDEX audit_log_subject ON audit_log (kind, subject_id, id DESC);
