-- +goose Up

-- The partners that offers lead to, and who pay for it.
CREATE TABLE advertisers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name        text NOT NULL CHECK (name <> ''),
    preset      text NOT NULL DEFAULT 'own' CHECK (preset IN ('own', 'keitaro', 'redtrack', 'voluum', 'binom', 'affise', 'everflow', 'impact')),
    note        text NOT NULL DEFAULT '',
    is_active   boolean NOT NULL DEFAULT true, -- its postbacks are taken
    key_made_at timestamptz NOT NULL DEFAULT now(), -- of the key that counts now
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    deleted_at  timestamptz,
    search      text GENERATED ALWAYS AS (lower(name || chr(10) || note)) STORED
);
CREATE UNIQUE INDEX advertisers_name_key ON advertisers (lower(name)) WHERE deleted_at IS NULL;

-- Keys that authenticate postbacks. The key itself is shown once. After a rotation, the previous key is accepted until
-- it ends.
CREATE TABLE postback_keys (
    hash          bytea PRIMARY KEY, -- SHA-256
    advertiser_id bigint NOT NULL REFERENCES advertisers ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    ends_at       timestamptz
);
CREATE INDEX postback_keys_of_advertiser ON postback_keys (advertiser_id);

-- The pages at /content/{slug}.
CREATE TABLE content_pages (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND slug NOT IN ('pages', 'offers', 'bulk-import')),
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_active   boolean NOT NULL DEFAULT true,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    -- What staff search, in lower case: folding 100,000 offers at each search takes most of its time.
    search      text GENERATED ALWAYS AS (lower(title || chr(10) || slug || chr(10) || description)) STORED,
    -- When a page is deleted permanently, so are its offers and questions.
    deleted_at  timestamptz,
    -- Pages of offers are kept out of search engines, unless staff change that.
    is_indexed  boolean NOT NULL DEFAULT false
);

-- The offers of a content page. Views, clicks and ctr aren't columns: they are sums over daily_counts. What isn't
-- explained here is as in offers.
CREATE TABLE content_offers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page_id            bigint NOT NULL REFERENCES content_pages ON DELETE CASCADE,
    slug               text UNIQUE, -- as in offers
    title              text NOT NULL,
    description        text NOT NULL DEFAULT '',
    url                text NOT NULL CHECK (url ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(url) <= 2048),
    image_url          text,
    priority           smallint NOT NULL DEFAULT 1 CHECK (priority >= 1 AND priority <= 10), -- 10 is shown first
    is_active          boolean NOT NULL DEFAULT true,
    is_featured        boolean NOT NULL DEFAULT false,
    version            integer NOT NULL DEFAULT 1,
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    deleted_at         timestamptz,
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || url || chr(10) || description)) STORED,
    advertiser_id      bigint REFERENCES advertisers ON DELETE SET NULL,
    payout_model       text CHECK (payout_model IN ('click', 'lead', 'sale')),
    payout_amount      bigint CHECK (payout_amount > 0),
    payout_currency    text CHECK (payout_currency ~ '^[A-Z]{3}$'),
    starts_at          timestamptz,
    ends_at            timestamptz,
    daily_cap          bigint CHECK (daily_cap > 0),
    total_cap          bigint CHECK (total_cap > 0),
    fallback_offer_id  bigint REFERENCES content_offers ON DELETE SET NULL,
    terms              text NOT NULL DEFAULT '',
    hold               text CHECK (hold IN ('upcoming', 'ended', 'dailyCap', 'totalCap', 'brokenLink')),
    sub_id_param       text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'),
    -- For settlements: the last day to claim, and whether a claim needs proof of purchase.
    deadline           timestamptz,
    proof_needed       boolean NOT NULL DEFAULT false,
    link_state         text NOT NULL DEFAULT 'unchecked' CHECK (link_state IN ('unchecked', 'good', 'moved', 'broken', 'refused')),
    link_problem       text NOT NULL DEFAULT '',
    link_destination   text,
    link_accepted      text,
    link_failures      integer NOT NULL DEFAULT 0,
    link_checked_at    timestamptz,
    link_due_at        timestamptz NOT NULL DEFAULT now(),
    pause_when_broken  boolean NOT NULL DEFAULT false,
    partner            text NOT NULL DEFAULT '',
    figure             text NOT NULL DEFAULT '',
    figure_note        text NOT NULL DEFAULT '',
    who                text NOT NULL DEFAULT '',
    minimum            text NOT NULL DEFAULT '',
    fee                text NOT NULL DEFAULT '',
    ends               text NOT NULL DEFAULT '',
    proof              text NOT NULL DEFAULT '',
    category           text NOT NULL DEFAULT 'general' CHECK (category IN ('general', 'health-plan')),
    plan_organizations integer CHECK (plan_organizations > 0),
    plan_products      integer CHECK (plan_products > 0),
    disclaimer         text GENERATED ALWAYS AS (CASE WHEN category = 'health-plan' THEN
        'We do not offer every plan available in your area. '
        || coalesce('Currently we represent ' || plan_organizations::text || ' organizations which offer ' || plan_products::text || ' products in your area. ', '')
        || 'Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.'
        END) STORED,
    CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT content_offers_check1 CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT content_offers_check2 CHECK (ends_at > starts_at)
);
CREATE INDEX content_offers_of_page ON content_offers (page_id, priority DESC, id) INCLUDE (is_active) WHERE deleted_at IS NULL;
CREATE INDEX content_offers_binned ON content_offers (page_id, priority DESC, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX content_offers_advertiser_id_idx ON content_offers (advertiser_id) WHERE advertiser_id IS NOT NULL;
CREATE INDEX content_offers_fallback_offer_id_idx ON content_offers (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL;
CREATE INDEX content_offers_link_due ON content_offers (link_due_at) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX content_offers_limited ON content_offers (id) WHERE is_active AND deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken);

-- The offer shown in place of a content offer: itself or, while it is on hold, its fallback.
CREATE FUNCTION shown_content_offer(wanted bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (
    WITH RECURSIVE chain AS (
        SELECT id, hold, fallback_offer_id FROM content_offers WHERE id = wanted AND is_active AND deleted_at IS NULL
        UNION SELECT o.id, o.hold, o.fallback_offer_id FROM chain JOIN content_offers o ON o.id = chain.fallback_offer_id
            WHERE chain.hold IS NOT NULL AND o.is_active AND o.deleted_at IS NULL)
    SELECT id FROM chain WHERE hold IS NULL);

-- The yes-or-no questions of a content page (/content/settlements2).
CREATE TABLE questions (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page_id         bigint NOT NULL REFERENCES content_pages ON DELETE CASCADE,
    slug            text UNIQUE, -- as in offers
    position        integer NOT NULL, -- the order staff see; visitors get a random one
    question        text NOT NULL,
    target_offer_id bigint REFERENCES content_offers ON DELETE SET NULL, -- what a yes opens
    is_active       boolean NOT NULL DEFAULT true,
    version         integer NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz,
    search          text GENERATED ALWAYS AS (lower(question)) STORED
);
CREATE INDEX questions_of_page ON questions (page_id, position, id) WHERE deleted_at IS NULL;

-- The offers of the carousel at /offers (specification, section 3, "Offer (carousel)").
CREATE TABLE offers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug               text UNIQUE, -- the name in db/seed; null for those that staff add
    title              text NOT NULL,
    description        text NOT NULL DEFAULT '',
    type               text NOT NULL CHECK (type IN ('phone', 'coregistration', 'linkout')),
    image_url          text, -- of this site: /images/…
    -- Where /links/ leads. Its query may contain {placeholders}: {subid} is the offer's id, {clickid} the click's. The
    -- check covers scheme and host, here and below; the whole rule is in server/features/offers/target.go.
    target_url         text NOT NULL CHECK (target_url ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(target_url) <= 2048),
    sub_id_param       text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'), -- query parameter in which the click id is appended, if set
    priority           smallint NOT NULL DEFAULT 1 CHECK (priority >= 1 AND priority <= 10), -- 10 is shown first
    is_active          boolean NOT NULL DEFAULT true,
    version            integer NOT NULL DEFAULT 1, -- counts the saves, so that two people editing see each other
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    deleted_at         timestamptz, -- in the bin since; such a row is shown to nobody
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || target_url || chr(10) || description)) STORED,
    -- What was agreed with an offer's advertiser. An active offer on hold is not shown: it hasn't started or has ended,
    -- or has reached a cap. Its fallback is shown instead.
    advertiser_id      bigint REFERENCES advertisers ON DELETE SET NULL,
    payout_model       text CHECK (payout_model IN ('click', 'lead', 'sale')),
    payout_amount      bigint CHECK (payout_amount > 0), -- in the smallest unit of the currency
    payout_currency    text CHECK (payout_currency ~ '^[A-Z]{3}$'),
    starts_at          timestamptz,
    ends_at            timestamptz,
    daily_cap          bigint CHECK (daily_cap > 0),
    total_cap          bigint CHECK (total_cap > 0),
    fallback_offer_id  bigint REFERENCES offers ON DELETE SET NULL,
    terms              text NOT NULL DEFAULT '',
    hold               text CHECK (hold IN ('upcoming', 'ended', 'dailyCap', 'totalCap', 'brokenLink')),
    -- Where an offer's address led when it was last checked, and whether staff accepted that destination. broken and
    -- moved count as failures; other results leave the count or reset it.
    link_state         text NOT NULL DEFAULT 'unchecked' CHECK (link_state IN ('unchecked', 'good', 'moved', 'broken', 'refused')),
    link_problem       text NOT NULL DEFAULT '', -- a sentence
    link_destination   text, -- host and path
    link_accepted      text,
    link_failures      integer NOT NULL DEFAULT 0, -- in a row
    link_checked_at    timestamptz,
    link_due_at        timestamptz NOT NULL DEFAULT now(),
    pause_when_broken  boolean NOT NULL DEFAULT false,
    -- The key facts of an offer, each in a few words; empty ones are not shown.
    partner            text NOT NULL DEFAULT '',
    figure             text NOT NULL DEFAULT '', -- what it is worth, such as $150
    figure_note        text NOT NULL DEFAULT '',
    who                text NOT NULL DEFAULT '',
    minimum            text NOT NULL DEFAULT '',
    fee                text NOT NULL DEFAULT '',
    ends               text NOT NULL DEFAULT '',
    proof              text NOT NULL DEFAULT '',
    -- Offers of health plans get no visitor data and show the disclaimer of 42 CFR 422.2267(e)(41), word for word, with
    -- the numbers of organizations and products given by the partner. Until staff enter these, their sentence is left
    -- out.
    category           text NOT NULL DEFAULT 'general' CHECK (category IN ('general', 'health-plan')),
    plan_organizations integer CHECK (plan_organizations > 0),
    plan_products      integer CHECK (plan_products > 0),
    disclaimer         text GENERATED ALWAYS AS (CASE WHEN category = 'health-plan' THEN
        'We do not offer every plan available in your area. '
        || coalesce('Currently we represent ' || plan_organizations::text || ' organizations which offer ' || plan_products::text || ' products in your area. ', '')
        || 'Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.'
        END) STORED,
    CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT offers_check1 CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT offers_check2 CHECK (ends_at > starts_at)
);
CREATE INDEX offers_shown ON offers (priority DESC, id) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX offers_advertiser_id_idx ON offers (advertiser_id) WHERE advertiser_id IS NOT NULL;
CREATE INDEX offers_fallback_offer_id_idx ON offers (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL;
CREATE INDEX offers_link_due ON offers (link_due_at) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX offers_limited ON offers (id) WHERE is_active AND deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken);

-- The partner offers of /hot-offers, by position.
CREATE TABLE static_offers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug               text UNIQUE, -- as in offers
    position           integer NOT NULL,
    title              text NOT NULL,
    description        text NOT NULL DEFAULT '',
    link               text NOT NULL CHECK (link ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(link) <= 2048), -- with {placeholders}
    is_active          boolean NOT NULL DEFAULT true,
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    image_url          text,
    version            integer NOT NULL DEFAULT 1,
    deleted_at         timestamptz,
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || link || chr(10) || description)) STORED,
    advertiser_id      bigint REFERENCES advertisers ON DELETE SET NULL,
    payout_model       text CHECK (payout_model IN ('click', 'lead', 'sale')),
    payout_amount      bigint CHECK (payout_amount > 0),
    payout_currency    text CHECK (payout_currency ~ '^[A-Z]{3}$'),
    starts_at          timestamptz,
    ends_at            timestamptz,
    daily_cap          bigint CHECK (daily_cap > 0),
    total_cap          bigint CHECK (total_cap > 0),
    fallback_offer_id  bigint REFERENCES static_offers ON DELETE SET NULL,
    terms              text NOT NULL DEFAULT '',
    hold               text CHECK (hold IN ('upcoming', 'ended', 'dailyCap', 'totalCap', 'brokenLink')),
    sub_id_param       text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'),
    link_state         text NOT NULL DEFAULT 'unchecked' CHECK (link_state IN ('unchecked', 'good', 'moved', 'broken', 'refused')),
    link_problem       text NOT NULL DEFAULT '',
    link_destination   text,
    link_accepted      text,
    link_failures      integer NOT NULL DEFAULT 0,
    link_checked_at    timestamptz,
    link_due_at        timestamptz NOT NULL DEFAULT now(),
    pause_when_broken  boolean NOT NULL DEFAULT false,
    partner            text NOT NULL DEFAULT '',
    figure             text NOT NULL DEFAULT '',
    figure_note        text NOT NULL DEFAULT '',
    who                text NOT NULL DEFAULT '',
    minimum            text NOT NULL DEFAULT '',
    fee                text NOT NULL DEFAULT '',
    ends               text NOT NULL DEFAULT '',
    proof              text NOT NULL DEFAULT '',
    category           text NOT NULL DEFAULT 'general' CHECK (category IN ('general', 'health-plan')),
    plan_organizations integer CHECK (plan_organizations > 0),
    plan_products      integer CHECK (plan_products > 0),
    disclaimer         text GENERATED ALWAYS AS (CASE WHEN category = 'health-plan' THEN
        'We do not offer every plan available in your area. '
        || coalesce('Currently we represent ' || plan_organizations::text || ' organizations which offer ' || plan_products::text || ' products in your area. ', '')
        || 'Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.'
        END) STORED,
    CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT static_offers_check1 CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT static_offers_check2 CHECK (ends_at > starts_at)
);
CREATE INDEX static_offers_advertiser_id_idx ON static_offers (advertiser_id) WHERE advertiser_id IS NOT NULL;
CREATE INDEX static_offers_fallback_offer_id_idx ON static_offers (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL;
CREATE INDEX static_offers_link_due ON static_offers (link_due_at) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX static_offers_limited ON static_offers (id) WHERE is_active AND deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken);

-- The offers of /dailyoffers, by position.
CREATE TABLE daily_offers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug               text UNIQUE, -- as in offers
    position           integer NOT NULL,
    title              text NOT NULL,
    description        text NOT NULL DEFAULT '',
    link               text NOT NULL CHECK (link ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(link) <= 2048),
    cta_text           text NOT NULL DEFAULT 'Get Deal',
    is_active          boolean NOT NULL DEFAULT true,
    version            integer NOT NULL DEFAULT 1,
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    deleted_at         timestamptz,
    image_url          text,
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || link || chr(10) || description)) STORED,
    advertiser_id      bigint REFERENCES advertisers ON DELETE SET NULL,
    payout_model       text CHECK (payout_model IN ('click', 'lead', 'sale')),
    payout_amount      bigint CHECK (payout_amount > 0),
    payout_currency    text CHECK (payout_currency ~ '^[A-Z]{3}$'),
    starts_at          timestamptz,
    ends_at            timestamptz,
    daily_cap          bigint CHECK (daily_cap > 0),
    total_cap          bigint CHECK (total_cap > 0),
    fallback_offer_id  bigint REFERENCES daily_offers ON DELETE SET NULL,
    terms              text NOT NULL DEFAULT '',
    hold               text CHECK (hold IN ('upcoming', 'ended', 'dailyCap', 'totalCap', 'brokenLink')),
    sub_id_param       text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'),
    link_state         text NOT NULL DEFAULT 'unchecked' CHECK (link_state IN ('unchecked', 'good', 'moved', 'broken', 'refused')),
    link_problem       text NOT NULL DEFAULT '',
    link_destination   text,
    link_accepted      text,
    link_failures      integer NOT NULL DEFAULT 0,
    link_checked_at    timestamptz,
    link_due_at        timestamptz NOT NULL DEFAULT now(),
    pause_when_broken  boolean NOT NULL DEFAULT false,
    partner            text NOT NULL DEFAULT '',
    figure             text NOT NULL DEFAULT '',
    figure_note        text NOT NULL DEFAULT '',
    who                text NOT NULL DEFAULT '',
    minimum            text NOT NULL DEFAULT '',
    fee                text NOT NULL DEFAULT '',
    ends               text NOT NULL DEFAULT '',
    proof              text NOT NULL DEFAULT '',
    category           text NOT NULL DEFAULT 'general' CHECK (category IN ('general', 'health-plan')),
    plan_organizations integer CHECK (plan_organizations > 0),
    plan_products      integer CHECK (plan_products > 0),
    disclaimer         text GENERATED ALWAYS AS (CASE WHEN category = 'health-plan' THEN
        'We do not offer every plan available in your area. '
        || coalesce('Currently we represent ' || plan_organizations::text || ' organizations which offer ' || plan_products::text || ' products in your area. ', '')
        || 'Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.'
        END) STORED,
    CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT daily_offers_check1 CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
    CONSTRAINT daily_offers_check2 CHECK (ends_at > starts_at)
);
CREATE INDEX daily_offers_shown ON daily_offers (position, id) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX daily_offers_advertiser_id_idx ON daily_offers (advertiser_id) WHERE advertiser_id IS NOT NULL;
CREATE INDEX daily_offers_fallback_offer_id_idx ON daily_offers (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL;
CREATE INDEX daily_offers_link_due ON daily_offers (link_due_at) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX daily_offers_limited ON daily_offers (id) WHERE is_active AND deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken);

-- The pages whose offers the optimizer orders in shadow mode and, if staff switched it on, for visitors.
CREATE TABLE optimised_pages (
    page        text PRIMARY KEY, -- carousel, daily, static or content-ID
    is_live     boolean NOT NULL DEFAULT false,
    switched_at timestamptz, -- on or off
    offers      bigint[] NOT NULL DEFAULT '{}', -- those that were seen often enough, in the order that was drawn last
    drawn_at    timestamptz NOT NULL DEFAULT '-infinity'
);

-- How much attention the position of an offer gets, summed over a day's draws: in the order of staff, in the
-- optimizer's, and in the one that visitors saw.
CREATE TABLE shadow_orders (
    page      text,
    day       date,
    offer_id  bigint,
    draws     integer NOT NULL,
    by_hand   double precision NOT NULL,
    optimised double precision NOT NULL,
    shown     double precision NOT NULL,
    PRIMARY KEY (page, day, offer_id)
);
