-- +goose Up

-- Conversions that advertisers reported, by postback or import. Each is unique by advertiser, click, transaction and
-- event; another report about the same updates status and amounts. Nothing is deleted.
CREATE TABLE conversions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    advertiser_id  bigint NOT NULL REFERENCES advertisers,
    click_id       text NOT NULL CHECK (length(click_id) <= 50), -- id of the event, or what was sent for it
    transaction_id text NOT NULL DEFAULT '',
    event          text NOT NULL DEFAULT '',
    status         text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
    payout         bigint NOT NULL, -- in the smallest unit of the currency
    sale           bigint, -- the order's amount, where it is told
    currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    -- A copy of the click as it was; null if it is unknown, for staff to look at.
    click_day      date,
    click_at       timestamptz,
    subject        event_subject,
    subject_id     bigint,
    context_id     bigint,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    -- Whether a report had the payout, which then stays if the click is found later. For conversions from before this
    -- column it is unknown, and a payout reported as 0 must not change.
    payout_told    boolean NOT NULL DEFAULT false,
    UNIQUE (advertiser_id, click_id, transaction_id, event)
);
CREATE INDEX conversions_by_click_day ON conversions (click_day);
CREATE INDEX conversions_by_arrival ON conversions (created_at DESC, id DESC);
CREATE INDEX conversions_of_offer ON conversions (subject, subject_id, click_day);
CREATE INDEX conversions_of_advertiser ON conversions (advertiser_id, id DESC);
CREATE INDEX conversions_without_click ON conversions (id DESC) WHERE click_day IS NULL;

-- What each report changed in its conversion, including the first.
CREATE TABLE conversion_changes (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversion_id bigint NOT NULL REFERENCES conversions ON DELETE CASCADE,
    at            timestamptz NOT NULL DEFAULT now(),
    via           text NOT NULL CHECK (via IN ('postback', 'import', 'match')),
    actor         text NOT NULL DEFAULT '', -- who imported it
    status        text NOT NULL,
    payout        bigint NOT NULL,
    sale          bigint,
    currency      text NOT NULL,
    -- The content of a report, as written by Report.text, which identifies repeated reports; null for those written by
    -- an earlier version and for clicks that were found. A repetition of a report that another has replaced is stored
    -- again, and changes nothing.
    reported      text,
    repeated      boolean NOT NULL DEFAULT false
);
CREATE INDEX conversion_changes_of_conversion ON conversion_changes (conversion_id, id);

-- Postbacks with a valid key that were rejected, kept for 30 days. Repetitions share one row.
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

-- What conversions have added to the reports' sources since those were last updated. A change of a conversion subtracts
-- its previous state, so the sums are right at any time. A job moves it on every few seconds, like recent_traffic.
CREATE TABLE recent_conversions (
    day            date NOT NULL, -- of the click
    advertiser_id  bigint NOT NULL,
    subject        event_subject,
    subject_id     bigint,
    context_id     bigint,
    currency       text NOT NULL,
    conversions    bigint NOT NULL, -- that are approved
    earned         bigint NOT NULL, -- by them, in the smallest unit of the currency
    pending        bigint NOT NULL,
    pending_earned bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- +goose StatementBegin
CREATE FUNCTION note_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO recent_conversions
        SELECT click_day, advertiser_id, subject, subject_id, context_id, currency,
            -(status = 'approved' AND payout >= 0)::int, CASE status WHEN 'approved' THEN -payout ELSE 0 END,
            -(status = 'pending' AND payout >= 0)::int, CASE status WHEN 'pending' THEN -payout ELSE 0 END
        FROM before WHERE click_day IS NOT NULL AND status IN ('approved', 'pending');
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO recent_conversions
        SELECT click_day, advertiser_id, subject, subject_id, context_id, currency,
            (status = 'approved' AND payout >= 0)::int, CASE status WHEN 'approved' THEN payout ELSE 0 END,
            (status = 'pending' AND payout >= 0)::int, CASE status WHEN 'pending' THEN payout ELSE 0 END
        FROM after WHERE click_day IS NOT NULL AND status IN ('approved', 'pending');
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER note_new AFTER INSERT ON conversions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();
CREATE TRIGGER note_changed AFTER UPDATE ON conversions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();
CREATE TRIGGER note_gone AFTER DELETE ON conversions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();

-- The conversions of known clicks, summed for each value of a dimension like daily_reports and monthly_reports.
CREATE TABLE daily_conversions (
    dimension      text,
    day            date,
    key            text,
    currency       text,
    conversions    bigint NOT NULL,
    earned         bigint NOT NULL,
    pending        bigint NOT NULL,
    pending_earned bigint NOT NULL,
    PRIMARY KEY (dimension, day, key, currency)
) WITH (fillfactor = 70);

CREATE TABLE monthly_conversions (
    dimension      text,
    month          date, -- its first day
    key            text,
    currency       text,
    conversions    bigint NOT NULL,
    earned         bigint NOT NULL,
    pending        bigint NOT NULL,
    pending_earned bigint NOT NULL,
    PRIMARY KEY (dimension, month, key, currency)
) WITH (fillfactor = 70);

-- How much of an offer's cap is used on these days: conversions, by the day they arrived, if leads or sales are paid
-- for; else people's click-outs, on the day that the server received them.
CREATE FUNCTION offer_taken(kind event_subject, offer bigint, model text, first_day date, last_day date, zone text) RETURNS bigint LANGUAGE sql STABLE
RETURN CASE WHEN model IN ('lead', 'sale') THEN (
    SELECT count(*) FROM conversions
    WHERE subject = kind AND subject_id = offer AND status IN ('pending', 'approved') AND payout >= 0
        AND created_at >= first_day::timestamp AT TIME ZONE zone
) ELSE (
    SELECT coalesce(sum(count), 0)::bigint FROM (
        SELECT count FROM daily_counts
        WHERE subject = kind AND subject_id = offer AND day BETWEEN first_day AND last_day AND reason = 'human'
            AND action = CASE kind WHEN 'offer' THEN 'clickout'::event_action ELSE 'click' END
        UNION ALL SELECT count * ((received BETWEEN first_day AND last_day)::int - (day BETWEEN first_day AND last_day)::int) FROM misdated_clicks
        WHERE subject = kind AND subject_id = offer) clicks
) END;

-- Why an active offer is to be on hold now, or null.
CREATE FUNCTION offer_hold(kind event_subject, offer bigint, model text, starts timestamptz, ends timestamptz, daily bigint, total bigint, zone text) RETURNS text LANGUAGE sql STABLE
RETURN CASE
    WHEN starts > now() THEN 'upcoming'
    WHEN ends <= now() THEN 'ended'
    WHEN total IS NOT NULL AND total <= offer_taken(kind, offer, model, '-infinity', 'infinity', zone) THEN 'totalCap'
    WHEN daily IS NOT NULL AND daily <= offer_taken(kind, offer, model, (now() AT TIME ZONE zone)::date, (now() AT TIME ZONE zone)::date, zone) THEN 'dailyCap'
END;

-- The same, and on hold after three failures of its link.
CREATE FUNCTION offer_hold(kind event_subject, offer bigint, model text, starts timestamptz, ends timestamptz, daily bigint, total bigint, zone text, pauses boolean, failures integer) RETURNS text LANGUAGE sql STABLE
RETURN coalesce(
    offer_hold(kind, offer, model, starts, ends, daily, total, zone),
    CASE WHEN pauses AND failures >= 3 THEN 'brokenLink' END);
