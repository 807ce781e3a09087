-- +goose Up

ALTER TABLE subscribers ADD COLUMN profile_erased_at timestamptz; -- when all of the profile but the address was erased, as its owner had left
CREATE INDEX subscribers_left ON subscribers (left_at) WHERE state = 'unsubscribed';

-- The keys of people who were erased. They open what identifies them in the ledger, and nothing else is left to open,
-- until the time to sue over a consent is over.
CREATE TABLE proof_keys (
    id           uuid PRIMARY KEY, -- the subscriber's
    address_hash bytea NOT NULL,
    sealed_key   bytea NOT NULL,
    until        timestamptz NOT NULL
);
CREATE INDEX proof_keys_address ON proof_keys (address_hash);

CREATE INDEX contact_messages_age ON contact_messages (created_at);
