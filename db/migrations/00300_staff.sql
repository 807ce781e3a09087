-- +goose Up

CREATE TABLE users (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email          text NOT NULL, -- in lower case
    email_verified boolean NOT NULL, -- so says the provider
    first_name     text,
    last_name      text,
    display_name   text,
    role           text NOT NULL CHECK (role IN ('admin', 'editor', 'marketer', 'visitor')),
    disabled_at    timestamptz,
    created_at     timestamptz NOT NULL DEFAULT now(),
    signed_in_at   timestamptz DEFAULT now() -- null for one whom a command made as the owner of a token
);
CREATE INDEX users_email ON users (email);

-- A user's identity at a sign-in provider. An address alone never links two identities.
CREATE TABLE identities (
    provider   text,
    subject    text,
    user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_user ON identities (user_id);

-- Users' pictures, copied at sign-in.
CREATE TABLE avatars (
    user_id      bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    hash         text NOT NULL,
    content_type text NOT NULL,
    image        bytea NOT NULL
);

CREATE TABLE sessions (
    id_hash    bytea PRIMARY KEY, -- SHA-256 of what the cookie holds
    user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    role       text NOT NULL, -- the user's at sign-in; with another one the session is over
    provider   text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    idle_until timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Sign-ins in progress: from the redirect to the provider until the return.
CREATE TABLE sign_ins (
    state_hash   bytea PRIMARY KEY,
    browser_hash bytea NOT NULL, -- of the cookie of the browser that began it
    provider     text NOT NULL,
    verifier     text NOT NULL, -- PKCE
    nonce        text NOT NULL,
    return_to    text NOT NULL,
    expires_at   timestamptz NOT NULL,
    address_hash bytea -- whose link a sign-in by mail waits for; the address itself is not kept
);
CREATE INDEX sign_ins_expiry ON sign_ins (expires_at);

-- Roles given to verified addresses before their first sign-in.
CREATE TABLE invitations (
    email      text PRIMARY KEY,
    role       text NOT NULL CHECK (role IN ('admin', 'editor', 'marketer', 'visitor')),
    created_at timestamptz NOT NULL DEFAULT now(),
    id         bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- so that an invitation can be named without its address
    mailed_at  timestamptz -- last; null while no mail has gone out
);

CREATE TABLE tokens (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash         bytea NOT NULL UNIQUE,
    email        text NOT NULL,
    role         text NOT NULL CHECK (role IN ('admin', 'editor', 'marketer', 'visitor')),
    created_by   text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at   timestamptz,
    user_id      bigint REFERENCES users ON DELETE CASCADE, -- whose it is: it can do what that user may do now, and ends with them; null: from before tokens had owners
    name         text NOT NULL DEFAULT '' -- the owner's own word for it
);
CREATE INDEX tokens_email ON tokens (email);
CREATE INDEX tokens_user ON tokens (user_id);

-- Changes that staff made. A row is written in the transaction of its change. The only later change is the removal of
-- erased addresses.
CREATE TABLE audit_log (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT now(),
    actor      text NOT NULL, -- an e-mail address, or "command line"
    via        text NOT NULL CHECK (via IN ('session', 'token', 'command')),
    action     text NOT NULL, -- create, update, delete, restore …
    kind       text NOT NULL, -- page, offer, question, user …
    subject_id text NOT NULL,
    before     jsonb,
    after      jsonb,
    -- Where a change came from: a keyed hash of the network, to group entries; '' if unknown.
    network    text NOT NULL DEFAULT '',
    -- Who made a change, and with which token, because addresses and names of users change. Without foreign keys, as
    -- the log outlives both.
    user_id    bigint,
    token_id   bigint
);
CREATE INDEX audit_log_subject ON audit_log (kind, subject_id, id DESC);

-- Problems that admins are notified of by email, once for all instances.
CREATE TABLE notices (
    cause     text PRIMARY KEY,
    subject   text NOT NULL,
    seen_at   timestamptz NOT NULL, -- by any instance, the last time
    mailed_at timestamptz,
    open      boolean NOT NULL DEFAULT false -- mailed, and not over since
);

-- The site's secret, sealed with DATA_KEYS, from which hashes and signatures are derived.
CREATE TABLE site_secrets (
    name   text PRIMARY KEY,
    sealed bytea NOT NULL
);

-- Settings of the site that staff have set. Others have their default.
CREATE TABLE site_settings (
    name  text PRIMARY KEY, -- such as figures.subscribers
    value text NOT NULL
);

-- Requests of a visitor or email domain within a window. Unlogged, because a count isn't worth a disk write.
CREATE UNLOGGED TABLE rate_counts (
    key   bytea PRIMARY KEY, -- a keyed hash: no address is stored
    hits  integer NOT NULL,
    until timestamptz NOT NULL
);
CREATE INDEX rate_counts_until ON rate_counts (until);
