-- +goose Up

-- The partners that offers lead to, and who pay for it.
CREATE TABLE advertisers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL CHECK (name <> ''),
    preset     text NOT NULL DEFAULT 'own' CHECK (preset IN ('own', 'keitaro', 'redtrack', 'voluum', 'binom', 'affise', 'everflow', 'impact')),
    note       text NOT NULL DEFAULT '',
    is_active  boolean NOT NULL DEFAULT true, -- its postbacks are taken
    key_made_at timestamptz NOT NULL DEFAULT now(), -- of the key that counts now
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    search     text GENERATED ALWAYS AS (lower(name || chr(10) || note)) STORED
);
CREATE UNIQUE INDEX advertisers_name_key ON advertisers (lower(name)) WHERE deleted_at IS NULL;

-- What a postback proves itself by; the key itself is shown once. After a rotation the one before is taken until it
-- ends.
CREATE TABLE postback_keys (
    hash          bytea PRIMARY KEY, -- SHA-256
    advertiser_id bigint NOT NULL REFERENCES advertisers ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    ends_at       timestamptz
);
CREATE INDEX postback_keys_of_advertiser ON postback_keys (advertiser_id);

-- What advertisers reported, by postback or import. One of a kind by advertiser, click, transaction and event; a report
-- of the same updates the status and the amounts. Nothing is deleted.
CREATE TABLE conversions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    advertiser_id  bigint NOT NULL REFERENCES advertisers,
    click_id       text NOT NULL CHECK (length(click_id) <= 50), -- id of the event, or what was sent for it
    transaction_id text NOT NULL DEFAULT '',
    event          text NOT NULL DEFAULT '',
    status         text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
    payout         bigint NOT NULL CHECK (payout >= 0), -- in the smallest unit of the currency
    sale           bigint, -- the order's amount, where it is told
    currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    -- The click, frozen as it was; null where it is unknown, for staff to look at.
    click_day      date,
    click_at       timestamptz,
    subject        event_subject,
    subject_id     bigint,
    context_id     bigint,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    UNIQUE (advertiser_id, click_id, transaction_id, event)
);
CREATE INDEX conversions_by_click_day ON conversions (click_day);
CREATE INDEX conversions_by_arrival ON conversions (created_at DESC, id DESC);
CREATE INDEX conversions_of_offer ON conversions (subject, subject_id, click_day);
CREATE INDEX conversions_of_advertiser ON conversions (advertiser_id, id DESC);
CREATE INDEX conversions_without_click ON conversions (id DESC) WHERE click_day IS NULL;

-- What each report made of its conversion, the first included.
CREATE TABLE conversion_changes (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversion_id bigint NOT NULL REFERENCES conversions ON DELETE CASCADE,
    at            timestamptz NOT NULL DEFAULT now(),
    via           text NOT NULL CHECK (via IN ('postback', 'import')),
    actor         text NOT NULL DEFAULT '', -- who imported it
    status        text NOT NULL,
    payout        bigint NOT NULL,
    sale          bigint,
    currency      text NOT NULL
);
CREATE INDEX conversion_changes_of_conversion ON conversion_changes (conversion_id, id);

-- The postbacks that were refused though their key was right, kept for 30 days. One that is sent again and again is one
-- row.
CREATE TABLE refused_postbacks (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    advertiser_id bigint NOT NULL REFERENCES advertisers ON DELETE CASCADE,
    sent          text NOT NULL CHECK (length(sent) <= 1000), -- its parameters
    reason        text NOT NULL,
    times         integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_at       timestamptz NOT NULL DEFAULT now(),
    UNIQUE (advertiser_id, sent)
);
CREATE INDEX refused_postbacks_by_time ON refused_postbacks (last_at);
