-- +goose Up

-- The offers of the carousel at /offers (specification, section 3, "Offer (carousel)").
CREATE TABLE offers (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug         text UNIQUE, -- the name in db/seed; null for those that staff add
    title        text NOT NULL,
    description  text NOT NULL DEFAULT '',
    type         text NOT NULL CHECK (type IN ('phone', 'coregistration', 'linkout')),
    image_url    text, -- of this site: /images/…
    -- Where /links/ leads. Its query may hold {placeholders}; {subid} is the offer's id, {clickid} the click's.
    -- The check guards the scheme and the host, here and below; the whole rule is in server/features/offers/target.go.
    target_url   text NOT NULL CHECK (target_url ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(target_url) <= 2048),
    sub_id_param text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'), -- query parameter that the click id is appended as, when set
    priority     smallint NOT NULL DEFAULT 1 CHECK (priority BETWEEN 1 AND 10), -- 10 is shown first
    is_active    boolean NOT NULL DEFAULT true,
    version      integer NOT NULL DEFAULT 1, -- counts the saves, so that two people editing see each other
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    deleted_at   timestamptz -- in the bin since; such a row is shown to nobody
);
CREATE INDEX offers_shown ON offers (priority DESC, id) WHERE is_active AND deleted_at IS NULL;

-- The pages at /content/{slug}.
CREATE TABLE content_pages (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND slug NOT IN ('pages', 'offers', 'bulk-import')),
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_active   boolean NOT NULL DEFAULT true,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now()
);

-- The offers of a content page. Views, clicks and ctr are no columns: they are sums over daily_counts.
CREATE TABLE content_offers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page_id     bigint NOT NULL REFERENCES content_pages,
    slug        text UNIQUE, -- as in offers
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    url         text NOT NULL CHECK (url ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(url) <= 2048),
    image_url   text,
    priority    smallint NOT NULL DEFAULT 1 CHECK (priority BETWEEN 1 AND 10), -- 10 is shown first
    is_active   boolean NOT NULL DEFAULT true,
    is_featured boolean NOT NULL DEFAULT false,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    deleted_at  timestamptz
);
CREATE INDEX content_offers_of_page ON content_offers (page_id, priority DESC, id) WHERE deleted_at IS NULL;

-- The offers of /dailyoffers, by position.
CREATE TABLE daily_offers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text UNIQUE, -- as in offers
    position    integer NOT NULL,
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    link        text NOT NULL CHECK (link ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(link) <= 2048),
    cta_text    text NOT NULL DEFAULT 'Get Deal',
    is_active   boolean NOT NULL DEFAULT true,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    deleted_at  timestamptz
);
CREATE INDEX daily_offers_shown ON daily_offers (position, id) WHERE is_active AND deleted_at IS NULL;

-- The partner offers of /hot-offers, by position.
CREATE TABLE static_offers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text UNIQUE, -- as in offers
    position    integer NOT NULL,
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    link        text NOT NULL CHECK (link ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(link) <= 2048), -- with {placeholders}
    is_active   boolean NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now()
);

-- The yes-or-no questions of a content page (/content/settlements2).
CREATE TABLE questions (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page_id         bigint NOT NULL REFERENCES content_pages,
    slug            text UNIQUE, -- as in offers
    position        integer NOT NULL, -- the order staff see; visitors get a random one
    question        text NOT NULL,
    target_offer_id bigint REFERENCES content_offers ON DELETE SET NULL, -- what a yes opens
    is_active       boolean NOT NULL DEFAULT true,
    version         integer NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz
);
CREATE INDEX questions_of_page ON questions (page_id, position, id) WHERE deleted_at IS NULL;
