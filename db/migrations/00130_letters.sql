-- +goose Up

-- The letters to subscribers. Where a letter is sent, it is at /newsletter/SLUG, and visits that it brings have the slug
-- as their campaign.
CREATE TABLE letters (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug         text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    subject      text NOT NULL CHECK (subject <> ''),
    preheader    text NOT NULL DEFAULT '',
    body         text NOT NULL DEFAULT '', -- Markdown
    pieces       jsonb NOT NULL DEFAULT '[]', -- addresses of articles and guides, in their order
    offers       jsonb NOT NULL DEFAULT '[]', -- ids of the offers of the carousel that are placed in it
    audience     jsonb NOT NULL DEFAULT '{"topics": []}',
    status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
    scheduled_at timestamptz,
    trouble      text NOT NULL DEFAULT '', -- why it is paused, or waits
    week         date UNIQUE, -- the Monday of the week that it was drafted for by itself
    listed_at    timestamptz, -- when it was written down who gets it
    resumed_at   timestamptz, -- bounces before that were accepted
    sent_at      timestamptz,
    version      integer NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    deleted_at   timestamptz,
    search       text NOT NULL GENERATED ALWAYS AS (lower(subject || chr(10) || preheader || chr(10) || body)) STORED,
    CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL)
);
CREATE INDEX letters_open ON letters (status, id) WHERE status IN ('scheduled', 'sending', 'paused');
CREATE INDEX letters_sent ON letters (sent_at DESC, id) WHERE status = 'sent' AND deleted_at IS NULL;

-- Who gets a letter: each person once. A mail is 'sending' from right before it is handed to the mail server until its
-- answer is written down. What is 'sending' while nobody sends is 'unsure': it may have gone out. Whoever is erased is
-- replaced by nobody, so that the counts stay; hence no foreign key.
CREATE TABLE letter_sends (
    letter_id     bigint NOT NULL REFERENCES letters ON DELETE CASCADE,
    subscriber_id uuid NOT NULL,
    state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'unsure', 'failed', 'skipped')),
    reason        text NOT NULL DEFAULT '', -- why it failed
    attempts      integer NOT NULL DEFAULT 0, -- that were put off
    repeats       integer NOT NULL DEFAULT 0, -- of a mail that may have gone out before
    due_at        timestamptz NOT NULL DEFAULT now(),
    at            timestamptz NOT NULL DEFAULT now(), -- of the last change
    PRIMARY KEY (letter_id, subscriber_id)
);
CREATE INDEX letter_sends_open ON letter_sends (letter_id, due_at, subscriber_id) WHERE state IN ('pending', 'unsure');
CREATE INDEX letter_sends_under_way ON letter_sends (letter_id) WHERE state = 'sending';
CREATE INDEX letter_sends_of ON letter_sends (subscriber_id, at);

-- The campaign source that a signup came with; '' for none.
ALTER TABLE subscribers ADD COLUMN source text NOT NULL DEFAULT '';
