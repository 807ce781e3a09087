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
    signed_in_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_email ON users (email);

-- Who a user is at a provider. An address alone never links two of them.
CREATE TABLE identities (
    provider   text NOT NULL,
    subject    text NOT NULL,
    user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_user ON identities (user_id);

-- The pictures of users, copied at sign-in.
CREATE TABLE avatars (
    user_id      bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    hash         text NOT NULL,
    content_type text NOT NULL,
    image        bytea NOT NULL
);

-- Roles given to verified addresses before their first sign-in.
CREATE TABLE invitations (
    email      text PRIMARY KEY,
    role       text NOT NULL CHECK (role IN ('admin', 'editor', 'marketer', 'visitor')),
    created_at timestamptz NOT NULL DEFAULT now()
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

-- Sign-ins under way: from the visit to the provider until the way back.
CREATE TABLE sign_ins (
    state_hash   bytea PRIMARY KEY,
    browser_hash bytea NOT NULL, -- of the cookie of the browser that began it
    provider     text NOT NULL,
    verifier     text NOT NULL, -- PKCE
    nonce        text NOT NULL,
    return_to    text NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX sign_ins_expiry ON sign_ins (expires_at);

CREATE TABLE tokens (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash         bytea NOT NULL UNIQUE,
    email        text NOT NULL,
    role         text NOT NULL CHECK (role IN ('admin', 'editor', 'marketer', 'visitor')),
    created_by   text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
CREATE INDEX tokens_email ON tokens (email);
