-- +goose Up

-- What an event happened to: subject_id is the id in content_pages (page), offers (offer), content_offers,
-- daily_offers, static_offers or questions.
CREATE TYPE event_subject AS ENUM ('page', 'offer', 'content_offer', 'daily_offer', 'static_offer', 'question');

-- What happened. On an offer of the carousel, click is the press of the button and clickout the redirect: two
-- figures that are never added up. continue and unknown are the questionnaire's.
CREATE TYPE event_action AS ENUM ('view', 'click', 'skip', 'clickout', 'yes', 'no', 'continue', 'unknown');

-- Why an event counts (human) or does not.
CREATE TYPE event_reason AS ENUM ('human', 'robot', 'prefetch', 'duplicate');

-- Every event, for ever, in a partition a day. One call of a client may be several rows under one id (a page view
-- and an impression for each offer). Nothing here is personal: visitor is a hash whose salt is thrown away.
CREATE TABLE events (
    id         uuid NOT NULL, -- UUIDv7, made by the client or the server; fixes the day
    day        date NOT NULL, -- of the site's timezone
    at         timestamptz NOT NULL,
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL, -- no foreign key: counts outlive what they count
    action     event_action NOT NULL,
    page_id    bigint, -- the content page it happened on, if any
    reason     event_reason NOT NULL,
    visitor    uuid, -- 128 bits of hash; null when not human
    PRIMARY KEY (id, subject, subject_id, day)
) PARTITION BY RANGE (day);

-- When a visitor last did a thing that day: tells a duplicate (the same within 10 s) and a unique visitor (the
-- first time). Its partitions are dropped after some days.
CREATE TABLE daily_visits (
    day   date NOT NULL,
    visit uuid NOT NULL, -- hash over visitor, subject, subject_id and action
    at    timestamptz NOT NULL,
    times integer NOT NULL DEFAULT 1,
    PRIMARY KEY (visit, day)
) PARTITION BY RANGE (day);

-- The roll-ups that all reports read, written in the transaction of the events. A click or clickout of an offer on
-- a page is counted for the page too (subject page, action click).
CREATE TABLE daily_counts (
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL,
    day        date NOT NULL,
    action     event_action NOT NULL,
    reason     event_reason NOT NULL,
    count      bigint NOT NULL,
    visitors   bigint NOT NULL, -- different visitors that day; 0 for what was summed up for a page from its offers
    PRIMARY KEY (subject, subject_id, day, action, reason)
) WITH (fillfactor = 50); -- hot rows: room for updates on the same page

-- The salts of the visitors' hashes. A row is deleted when its day is over, and with it what a hash could be
-- traced back with.
CREATE TABLE visitor_salts (
    day  date PRIMARY KEY,
    salt bytea NOT NULL
);

-- Makes the partition of a day unless it is there. Attaching takes a weaker lock than CREATE TABLE … PARTITION OF,
-- so recording goes on meanwhile.
-- +goose StatementBegin
CREATE FUNCTION ensure_event_partitions(d date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    part   text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['events', 'daily_visits'] LOOP
        part := parent || '_' || to_char(d, 'YYYYMMDD');
        IF to_regclass(part) IS NOT NULL THEN
            CONTINUE;
        END IF;
        PERFORM pg_advisory_xact_lock(hashtext('event partitions')); -- instances may try at once
        IF to_regclass(part) IS NULL THEN
            EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
            EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, d, d + 1);
        END IF;
    END LOOP;
END $$;
-- +goose StatementEnd
