-- +goose Up

-- Deal alerts by text message.
CREATE TABLE texts (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    body         text NOT NULL CHECK (body <> ''), -- without the sender's name and the way out, which all texts have
    status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
    scheduled_at timestamptz,
    trouble      text NOT NULL DEFAULT '', -- why it is paused, or waits
    listed_at    timestamptz, -- when it was written down who gets it
    sent_at      timestamptz,
    version      integer NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    deleted_at   timestamptz,
    search       text NOT NULL GENERATED ALWAYS AS (lower(body)) STORED,
    CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL)
);
CREATE INDEX texts_open ON texts (status, id) WHERE status IN ('scheduled', 'sending', 'paused');

-- Who gets a text: each number once, whoever signed up with it. Without a text it is the question whether the number
-- may get any. A text is 'sending' from right before it is passed to the carrier until the response is recorded. One
-- that is 'sending' while nothing sends is 'unsure' until the carrier has said whether it has it. An erased person is
-- replaced by nobody, so that the counts stay; hence no foreign key.
CREATE TABLE text_sends (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text_id       bigint REFERENCES texts ON DELETE CASCADE,
    phone_hash    bytea NOT NULL,
    subscriber_id uuid NOT NULL,
    state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'unsure', 'failed', 'skipped')),
    reason        text NOT NULL DEFAULT '', -- why it failed or was skipped
    carrier_id    text NOT NULL DEFAULT '',
    due_at        timestamptz NOT NULL,
    at            timestamptz NOT NULL, -- of the last change
    UNIQUE NULLS NOT DISTINCT (text_id, phone_hash)
);
CREATE INDEX text_sends_open ON text_sends (due_at, id) WHERE state IN ('pending', 'sending', 'unsure');
CREATE INDEX text_sends_to ON text_sends (phone_hash, at);
CREATE INDEX text_sends_of ON text_sends (subscriber_id, at);
CREATE INDEX text_sends_carrier ON text_sends (carrier_id) WHERE carrier_id <> '';

-- Numbers that get no texts until their owners opt in again.
CREATE TABLE text_stops (
    phone_hash bytea PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now()
);
