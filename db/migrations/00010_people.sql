-- +goose Up
-- The site's own secret, sealed under DATA_KEYS: hashes and signatures come from it.
CREATE TABLE site_secrets (
    name   text PRIMARY KEY,
    sealed bytea NOT NULL
);

-- Requests of one visitor or mail domain within a window. Unlogged: a count is not worth a disk write.
CREATE UNLOGGED TABLE rate_counts (
    key   bytea PRIMARY KEY, -- a keyed hash: no address is kept
    hits  integer NOT NULL,
    until timestamptz NOT NULL
);
CREATE INDEX rate_counts_until ON rate_counts (until);

-- Addresses that get no mail, also such as are not subscribed.
CREATE TABLE suppressions (
    address_hash bytea PRIMARY KEY,
    reason       text NOT NULL CHECK (reason IN ('unsubscribed', 'bounce', 'complaint')),
    created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE subscribers (
    id             uuid PRIMARY KEY,
    address_hash   bytea NOT NULL UNIQUE,
    sealed_key     bytea NOT NULL, -- this person's key, under DATA_KEYS; without it profile and evidence are unreadable
    profile        bytea NOT NULL, -- all that identifies the person, under the person's key
    state          text NOT NULL CHECK (state IN ('pending', 'active', 'unsubscribed')),
    sms_allowed    boolean NOT NULL DEFAULT false,
    frequency      text NOT NULL DEFAULT 'weekly' CHECK (frequency IN ('weekly', 'monthly')),
    topics         jsonb NOT NULL DEFAULT '[]', -- empty: all
    link_mailed_at timestamptz, -- the last time that somebody had a link sent to this address
    created_at     timestamptz NOT NULL DEFAULT now()
);

-- Every consent given or withdrawn. It outlives the person, hence no foreign key.
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

-- Signup tokens that were used; each works once.
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
    created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contact_messages_address ON contact_messages (address_hash);
