-- +goose Up

ALTER TYPE event_subject ADD VALUE 'article';
ALTER TYPE event_subject ADD VALUE 'guide';
ALTER TYPE event_subject ADD VALUE 'path';
ALTER TYPE event_action ADD VALUE 'read'; -- half of the page seen, and visible for 15 s
ALTER TYPE event_action ADD VALUE 'signup'; -- on the page with the form
ALTER TYPE event_action ADD VALUE 'contact';

-- The pages that are neither an article, a guide nor a content page: /, /articles, /offers … Filled as the site starts.
CREATE TABLE paths (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    path text NOT NULL UNIQUE
);

-- Where a visit came from, as the address and the referrer of its landing said. Values of the landing's address are in
-- lower case, or 'other' where a day has had too many.
CREATE TABLE origins (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source       text NOT NULL, -- utm_source, else the referrer, else direct
    medium       text NOT NULL,
    campaign     text NOT NULL,
    content      text NOT NULL,
    referrer     text NOT NULL, -- host
    link_id      bigint NOT NULL, -- of the site's own links; 0 for none
    landing      text NOT NULL, -- subject of the landing page, as in events; '' when unknown
    landing_id   bigint NOT NULL,
    UNIQUE (source, medium, campaign, content, referrer, link_id, landing, landing_id)
);

-- What events have in common: the page they happened on, the article or guide that was opened last before, and where
-- their visit came from, first and last.
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

-- The contexts and the values that a day has had, which bounds how many there can be.
CREATE TABLE daily_contexts (day date, context_id bigint REFERENCES contexts, PRIMARY KEY (day, context_id));
CREATE TABLE daily_values (day date, dimension text, value text, PRIMARY KEY (day, dimension, value));

ALTER TABLE events
    ADD context_id bigint, -- null: written by an earlier version
    ADD earned     bigint; -- by a click that is paid for; null for nothing

-- daily_counts by context, written in the same transaction.
CREATE TABLE daily_traffic (
    day        date NOT NULL,
    context_id bigint NOT NULL,
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL,
    action     event_action NOT NULL,
    reason     event_reason NOT NULL,
    count      bigint NOT NULL,
    visitors   bigint NOT NULL, -- as in daily_counts
    arrivals   bigint NOT NULL, -- visitors whose first view of the day, of anything, this was
    earned     bigint NOT NULL, -- by clicks that are paid for each, in the smallest unit of the site's currency
    PRIMARY KEY (day, context_id, subject, subject_id, action, reason)
) WITH (fillfactor = 50);

-- What daily_traffic comes to for each value of a dimension, on days that are over. A report reads it for those and
-- daily_traffic for the others; so its cost grows with days and values, not with events.
CREATE TABLE daily_reports (
    dimension text NOT NULL,
    day       date NOT NULL,
    human     boolean NOT NULL, -- people only, or everything
    key       text NOT NULL,
    views     bigint NOT NULL,
    reads     bigint NOT NULL,
    uniques   bigint NOT NULL,
    clicks    bigint NOT NULL,
    clickouts bigint NOT NULL,
    signups   bigint NOT NULL,
    earned    bigint NOT NULL,
    PRIMARY KEY (dimension, human, day, key)
);

-- The days whose daily_reports are not what daily_traffic comes to: today, and those that events came late for. A write
-- counts its changes, so that a day is closed only if none came in between.
CREATE TABLE open_days (
    day     date PRIMARY KEY,
    changes bigint NOT NULL
);
