-- +goose Up

-- What happened. For a carousel offer, click is the button and clickout the redirect: two figures that are never added
-- up. continue and unknown belong to the questionnaire.
CREATE TYPE event_action AS ENUM ('view', 'click', 'skip', 'clickout', 'yes', 'no', 'continue', 'unknown', 'read', 'signup', 'contact');

-- Why an event counts (human) or doesn't.
CREATE TYPE event_reason AS ENUM ('human', 'robot', 'prefetch', 'embedded', 'staff', 'duplicate', 'excess');

-- What an event happened to: subject_id is the id in content_pages (page), offers (offer), content_offers,
-- daily_offers, static_offers or questions.
CREATE TYPE event_subject AS ENUM ('page', 'offer', 'content_offer', 'daily_offer', 'static_offer', 'question', 'article', 'guide', 'path', 'author', 'newsletter');

-- Links to the site's own pages that staff share. The short address /g/CODE redirects there; its visits are counted by
-- origins.link_id.
CREATE TABLE links (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code       text NOT NULL UNIQUE CHECK (code ~ '^[a-z2-7]+$'),
    name       text NOT NULL CHECK (name <> ''),
    path       text NOT NULL CHECK (path ~ '^/($|[^/\\])'), -- with its query and fragment
    source     text NOT NULL DEFAULT '',
    medium     text NOT NULL DEFAULT '',
    campaign   text NOT NULL DEFAULT '',
    content    text NOT NULL DEFAULT '',
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    search     text GENERATED ALWAYS AS (lower(name || chr(10) || code || chr(10) || path || chr(10) || source || chr(10) || medium || chr(10) || campaign || chr(10) || content)) STORED
);

-- Where a visit came from, according to the address and referrer of its landing. Values from the address are in lower
-- case, or 'other' if a day has too many.
CREATE TABLE origins (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source     text NOT NULL, -- utm_source, else the referrer, else direct
    medium     text NOT NULL,
    campaign   text NOT NULL,
    content    text NOT NULL,
    referrer   text NOT NULL, -- host
    link_id    bigint NOT NULL, -- of the site's own links; 0 for none
    landing    text NOT NULL, -- subject of the landing page, as in events; '' when unknown
    landing_id bigint NOT NULL,
    CONSTRAINT origins_source_medium_campaign_content_referrer_link_id_lan_key UNIQUE (source, medium, campaign, content, referrer, link_id, landing, landing_id)
);
CREATE INDEX origins_of_link ON origins (link_id) WHERE link_id <> 0;
-- From a value that a report is filtered by to its traffic.
CREATE INDEX origins_by_source ON origins (source);
CREATE INDEX origins_by_medium ON origins (medium);
CREATE INDEX origins_by_campaign ON origins (campaign);
CREATE INDEX origins_by_content ON origins (content);
CREATE INDEX origins_by_referrer ON origins (referrer);
CREATE INDEX origins_by_link ON origins (link_id);

-- What events have in common: the page they happened on, the last article or guide opened, and the first and last
-- origin of their visit.
CREATE TABLE contexts (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    place    text NOT NULL, -- subject, as in events; '' when unknown
    place_id bigint NOT NULL,
    piece    text NOT NULL,
    piece_id bigint NOT NULL,
    first_id bigint NOT NULL REFERENCES origins,
    last_id  bigint NOT NULL REFERENCES origins,
    UNIQUE (place, place_id, piece, piece_id, first_id, last_id)
);
CREATE INDEX contexts_by_last ON contexts (last_id);
CREATE INDEX contexts_by_piece ON contexts (piece, piece_id);

-- The contexts and values of a day, whose numbers are limited.
CREATE TABLE daily_contexts (
    day        date,
    context_id bigint REFERENCES contexts,
    -- The order in which they were committed, as instances take turns adding them. So each instance reads only what
    -- others have added since its last read.
    number     bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (day, context_id)
);
CREATE INDEX daily_contexts_by_number ON daily_contexts (day, number);

CREATE TABLE daily_values (
    day       date,
    dimension text,
    value     text,
    PRIMARY KEY (day, dimension, value)
);

-- The pages that are neither articles, guides nor content pages: /, /articles, /offers … Filled when the site starts.
CREATE TABLE paths (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    path text NOT NULL UNIQUE
);

-- Every event, in a partition for each day. One call of a client may be several rows with the same id (a page view and
-- an impression for each offer). Nothing here is personal: visitor is a hash whose salt is deleted.
CREATE TABLE events (
    id               uuid, -- UUIDv7, made by the client or the server; determines the day
    day              date, -- of the site's timezone
    at               timestamptz NOT NULL,
    subject          event_subject,
    subject_id       bigint, -- no foreign key: counts outlive what they count
    action           event_action NOT NULL,
    page_id          bigint, -- the content page it happened on, if any
    reason           event_reason NOT NULL,
    visitor          uuid, -- 128 bits of hash; null when not human
    context_id       bigint, -- null: written by an earlier version
    earned           bigint, -- by a click that is paid for; null for nothing
    -- What an event is judged by, so that it can be judged again. Like visitor, network is a hash with the day's salt.
    -- earned is what a hit earns if it counts, whatever it was judged to be; roll-ups have what was earned.
    received         timestamptz, -- by the server's clock; null if written by an earlier version
    network          bigint, -- of people's clicks on offers
    -- How many of these clicks counted for one network within a day, at the time of the event; null for any number.
    network_limit    bigint,
    -- What a click pays in another currency than the site's, which is never added to earned.
    foreign_pay      bigint,
    foreign_currency text,
    PRIMARY KEY (id, subject, subject_id, day)
) PARTITION BY RANGE (day);

-- What to_regclass has not found once it does not find after the wait for the lock either, though another has made it
-- meanwhile: it asks a cache. A query sees what is committed.
-- +goose StatementBegin
CREATE FUNCTION ensure_event_partitions(d date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part text := 'events_' || to_char(d, 'YYYYMMDD');
BEGIN
    IF EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = part) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('event partitions')); -- instances may try at once
    IF NOT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = part) THEN
        EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING ALL)', part);
        EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, d, d + 1);
    END IF;
END $$;
-- +goose StatementEnd

-- The salts of the visitors' hashes. A row is deleted when its day is over, so that hashes can't be traced back.
CREATE TABLE visitor_salts (
    day  date PRIMARY KEY,
    salt bytea NOT NULL
);

-- When visitors last did a thing that day, which identifies duplicates (the same within 10 s) and unique visitors (the
-- first time). Instances keep a day's visits in memory and, in the transaction of the events, add new ones as a part.
-- Writers take turns (pg_advisory_xact_lock), and each reads the parts of the others first, so parts are numbered
-- without gaps.
CREATE TABLE daily_visits (
    day    date,
    part   bigint,
    visits bytea NOT NULL, -- 16 bytes each: a hash over visitor, subject, subject_id and action; Unix milliseconds
    PRIMARY KEY (day, part)
) WITH (toast_tuple_target = 8160);
ALTER TABLE daily_visits ALTER visits SET STORAGE EXTERNAL;

-- The roll-ups that all reports read, written in the transaction of the events. A click or clickout of an offer on a
-- page also counts for the page (subject page, action click).
CREATE TABLE daily_counts (
    subject    event_subject,
    subject_id bigint,
    day        date,
    action     event_action,
    reason     event_reason,
    count      bigint NOT NULL,
    visitors   bigint NOT NULL, -- different visitors that day; 0 for what was summed up for a page from its offers
    PRIMARY KEY (subject, subject_id, day, action, reason)
) WITH (fillfactor = 50);

-- People's click-outs that a client's clock dated to another day than the server's: daily_counts has them under the
-- client's day, caps count them under the server's. Kept as long as visits.
CREATE TABLE misdated_clicks (
    subject    event_subject,
    subject_id bigint,
    day        date, -- by the client's clock
    received   date, -- by the server's
    count      bigint NOT NULL,
    PRIMARY KEY (subject, subject_id, day, received)
);

-- The advertiser of a permanently deleted offer, if it has counts, so that what it earned stays attributed.
CREATE TABLE gone_offers (
    subject       event_subject,
    id            bigint,
    advertiser_id bigint NOT NULL REFERENCES advertisers,
    PRIMARY KEY (subject, id)
);
CREATE INDEX gone_offers_advertiser_id_idx ON gone_offers (advertiser_id);

-- +goose StatementBegin
CREATE FUNCTION keep_advertiser() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gone_offers SELECT TG_ARGV[0]::event_subject, OLD.id, OLD.advertiser_id
    WHERE OLD.advertiser_id IS NOT NULL AND EXISTS (SELECT FROM daily_counts WHERE subject = TG_ARGV[0]::event_subject AND subject_id = OLD.id);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep_advertiser AFTER DELETE ON offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON content_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('content_offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON daily_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('daily_offer');
CREATE TRIGGER keep_advertiser AFTER DELETE ON static_offers FOR EACH ROW EXECUTE FUNCTION keep_advertiser('static_offer');
