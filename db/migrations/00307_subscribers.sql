-- +goose Up

CREATE TABLE subscribers (
    id                 uuid PRIMARY KEY,
    address_hash       bytea NOT NULL UNIQUE,
    sealed_key         bytea NOT NULL, -- this person's key, under DATA_KEYS; without it profile and evidence are unreadable
    profile            bytea NOT NULL, -- all that identifies the person, under the person's key
    state              text NOT NULL CHECK (state IN ('pending', 'active', 'unsubscribed')),
    sms_allowed        boolean NOT NULL DEFAULT false,
    frequency          text NOT NULL DEFAULT 'weekly' CHECK (frequency IN ('weekly', 'monthly')),
    topics             jsonb NOT NULL DEFAULT '[]', -- empty: all
    link_mailed_at     timestamptz, -- the last time that somebody had a link sent to this address
    created_at         timestamptz NOT NULL DEFAULT now(),
    left_at            timestamptz, -- the last time that the address unsubscribed; links to confirm from before do not count
    rejoin_mails       jsonb NOT NULL DEFAULT '[]', -- what was mailed since, because the address was signed up again: ids and times of 30 days
    profile_erased_at  timestamptz, -- when all of the profile but the address was erased, as its owner had left
    phone_hash         bytea, -- a keyed hash of the phone number; a job fills it in for numbers from before
    -- Each kind of email with a link has its own time; link_mailed_at is for links that were requested.
    signup_mailed_at   timestamptz, -- the last email because the address was signed up again
    monthly_mailed_at  timestamptz, -- the last email because one email a month was requested
    -- The campaign source of a signup; '' for none.
    source             text NOT NULL DEFAULT '',
    soft_bounces       integer NOT NULL DEFAULT 0, -- emails that bounced for a reason that may pass
    soft_bounced_at    timestamptz,
    texts_asked_at     timestamptz, -- when the number was asked whether it may get texts
    texts_confirmed_at timestamptz, -- when it said yes
    -- The day on which a subscriber last opened a page by a link in a newsletter; stored only while LETTER_ENGAGEMENT
    -- is on.
    engaged_on         date
);
CREATE INDEX subscribers_left ON subscribers (left_at) WHERE state = 'unsubscribed';
CREATE INDEX subscribers_phone ON subscribers (phone_hash) WHERE sms_allowed;
CREATE INDEX subscribers_state ON subscribers (state, id);
CREATE INDEX subscribers_number ON subscribers (phone_hash);
CREATE INDEX subscribers_unasked ON subscribers (id) WHERE sms_allowed AND texts_asked_at IS NULL AND texts_confirmed_at IS NULL;
CREATE INDEX subscribers_engaged ON subscribers (engaged_on) WHERE engaged_on IS NOT NULL;

-- Every consent given or withdrawn. It outlives the person, so it has no foreign key.
CREATE TABLE consents (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscriber_id   uuid NOT NULL,
    channel         text NOT NULL CHECK (channel IN ('email', 'sms')),
    action          text NOT NULL CHECK (action IN ('given', 'withdrawn')),
    wording_version text NOT NULL,
    wording         text NOT NULL, -- exactly as shown
    page            text NOT NULL,
    evidence        bytea NOT NULL, -- destination, visitor's address, user agent, source parameters, under the person's key
    created_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX consents_person ON consents (subscriber_id, id);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger % is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consents
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The keys of erased people. They open what identifies these people in the ledger, and nothing else that is left, until
-- claims about a consent have expired.
CREATE TABLE proof_keys (
    id           uuid PRIMARY KEY, -- the subscriber's
    address_hash bytea NOT NULL,
    sealed_key   bytea NOT NULL,
    until        timestamptz NOT NULL
);
CREATE INDEX proof_keys_address ON proof_keys (address_hash);

-- Addresses that get no email, subscribed or not.
CREATE TABLE suppressions (
    address_hash bytea PRIMARY KEY,
    reason       text NOT NULL CHECK (reason IN ('unsubscribed', 'bounce', 'complaint', 'manual')),
    created_at   timestamptz NOT NULL DEFAULT now()
);

-- Used signup tokens; each works once.
CREATE TABLE spent_tokens (
    token bytea PRIMARY KEY,
    until timestamptz NOT NULL
);
CREATE INDEX spent_tokens_until ON spent_tokens (until);

CREATE TABLE contact_messages (
    id           uuid PRIMARY KEY,
    address_hash bytea NOT NULL,
    inquiry_type text NOT NULL CHECK (inquiry_type IN ('support', 'affiliate', 'advertiser')),
    letter       bytea NOT NULL, -- names, address and message, under DATA_KEYS
    created_at   timestamptz NOT NULL DEFAULT now(),
    -- Who answered a message, and when. The note of staff is in its letter, sealed with it.
    answered_at  timestamptz,
    answered_by  text, -- an email address
    version      integer NOT NULL DEFAULT 1
);
CREATE INDEX contact_messages_address ON contact_messages (address_hash);
CREATE INDEX contact_messages_age ON contact_messages (created_at);
CREATE INDEX contact_messages_open ON contact_messages (id) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_answered ON contact_messages (id) WHERE answered_at IS NOT NULL;
