-- +goose Up

-- Newsletters and other campaigns to subscribers. A sent newsletter is at /newsletter/SLUG, and visits from it have the
-- slug as their campaign.
CREATE TABLE letters (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug          text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    subject       text NOT NULL CHECK (subject <> ''),
    preheader     text NOT NULL DEFAULT '',
    body          text NOT NULL DEFAULT '', -- Markdown
    pieces        jsonb NOT NULL DEFAULT '[]', -- addresses of articles and guides, in their order
    offers        jsonb NOT NULL DEFAULT '[]', -- ids of the offers of the carousel that are placed in it
    audience      jsonb NOT NULL DEFAULT '{"topics": []}',
    status        text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
    scheduled_at  timestamptz,
    trouble       text NOT NULL DEFAULT '', -- why it is paused, or waits
    week          date UNIQUE, -- the Monday of the week that it was drafted for by itself
    listed_at     timestamptz, -- when it was written down who gets it
    resumed_at    timestamptz, -- bounces before that were accepted
    sent_at       timestamptz,
    version       integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz,
    search        text NOT NULL GENERATED ALWAYS AS (lower(subject || chr(10) || preheader || chr(10) || body)) STORED,
    -- Whether the links in the campaign's emails identify who follows them.
    tells_readers boolean NOT NULL DEFAULT false,
    CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL)
);
CREATE INDEX letters_open ON letters (status, id) WHERE status IN ('scheduled', 'sending', 'paused');
CREATE INDEX letters_sent ON letters (sent_at DESC, id) WHERE status = 'sent' AND deleted_at IS NULL;

-- Who gets a campaign: each person once. An email is 'sending' from right before it is passed to the mail server until
-- its response is recorded. One that is 'sending' while nothing sends is 'unsure': it may have been sent. An erased
-- person is replaced by nobody, so that the counts stay; hence no foreign key.
CREATE TABLE letter_sends (
    letter_id     bigint,
    subscriber_id uuid,
    state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'unsure', 'failed', 'skipped')),
    reason        text NOT NULL DEFAULT '', -- why it failed
    attempts      integer NOT NULL DEFAULT 0, -- that were put off
    repeats       integer NOT NULL DEFAULT 0, -- of a mail that may have gone out before
    due_at        timestamptz NOT NULL DEFAULT now(),
    at            timestamptz NOT NULL DEFAULT now(), -- of the last change
    -- What was reported about an email after the mail server had accepted it: that it bounced permanently, or that its
    -- reader marked it as spam.
    told          text NOT NULL DEFAULT '' CHECK (told IN ('', 'bounce', 'complaint')),
    told_at       timestamptz,
    PRIMARY KEY (letter_id, subscriber_id)
);
CREATE INDEX letter_sends_open ON letter_sends (letter_id, due_at, subscriber_id) WHERE state IN ('pending', 'unsure');
CREATE INDEX letter_sends_under_way ON letter_sends (letter_id) WHERE state = 'sending';
CREATE INDEX letter_sends_of ON letter_sends (subscriber_id, at);
CREATE INDEX letter_sends_told ON letter_sends (letter_id) WHERE told <> '';

-- +goose StatementBegin
CREATE FUNCTION delete_letter_sends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM letter_sends WHERE letter_id = OLD.id;
    RETURN OLD;
END $$;
-- +goose StatementEnd
CREATE TRIGGER letters_delete_sends AFTER DELETE ON letters FOR EACH ROW EXECUTE FUNCTION delete_letter_sends();

-- How often the picture in a campaign's emails was loaded, with LETTER_OPENS, and by what kind of program.
CREATE TABLE letter_loads (
    letter_id bigint REFERENCES letters ON DELETE CASCADE,
    loader    text CHECK (loader IN ('apple', 'gmail', 'yahoo', 'other')),
    loads     bigint NOT NULL,
    PRIMARY KEY (letter_id, loader)
);

-- A campaign after each save that changed what people get, like the revisions of articles and guides: to the screens
-- and queries a campaign is a piece too.
CREATE TABLE letter_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES letters ON DELETE CASCADE,
    version  integer NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false,
    changed  jsonb NOT NULL,
    record   jsonb NOT NULL
);
CREATE INDEX letter_revisions_of_piece ON letter_revisions (piece_id, id DESC);

-- The emails of the welcome series: each person gets each of them once. An erased person is replaced by nobody, so that
-- the counts stay; hence no foreign key.
CREATE TABLE welcome_mails (
    subscriber_id uuid,
    step          integer CHECK (step >= 1 AND step <= 3),
    state         text NOT NULL CHECK (state IN ('pending', 'queued', 'sent', 'failed', 'skipped')),
    due_at        timestamptz NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(), -- of the last change
    PRIMARY KEY (subscriber_id, step)
);
CREATE INDEX welcome_mails_due ON welcome_mails (due_at) WHERE state = 'pending';

-- Staff who get the weekly report by email. Queueing an email moves the day on in the transaction of its job, so that
-- each person gets it once a week.
CREATE TABLE weekly_mails (
    user_id  bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    due      date NOT NULL, -- the Monday of the next one
    asked_at timestamptz NOT NULL DEFAULT now()
);
