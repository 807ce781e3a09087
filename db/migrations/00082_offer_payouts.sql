-- +goose Up

-- The offers of /hot-offers become records that staff edit, like the others.
ALTER TABLE static_offers
    ADD version    integer NOT NULL DEFAULT 1,
    ADD deleted_at timestamptz,
    ADD search     text GENERATED ALWAYS AS (lower(title || chr(10) || link || chr(10) || description)) STORED;

-- What was agreed with an offer's advertiser. An active offer that is on hold is not shown: its time has not come or is
-- over, or a cap is reached. Its fallback takes its place.
-- +goose StatementBegin
DO $$
DECLARE
    offers text;
BEGIN
    FOREACH offers IN ARRAY ARRAY['offers', 'content_offers', 'daily_offers', 'static_offers'] LOOP
        EXECUTE format('ALTER TABLE %1$I
            ADD advertiser_id     bigint REFERENCES advertisers ON DELETE SET NULL,
            ADD payout_model      text CHECK (payout_model IN (''click'', ''lead'', ''sale'')),
            ADD payout_amount     bigint CHECK (payout_amount > 0), -- in the smallest unit of the currency
            ADD payout_currency   text CHECK (payout_currency ~ ''^[A-Z]{3}$''),
            ADD starts_at         timestamptz,
            ADD ends_at           timestamptz,
            ADD daily_cap         bigint CHECK (daily_cap > 0),
            ADD total_cap         bigint CHECK (total_cap > 0),
            ADD fallback_offer_id bigint REFERENCES %1$I ON DELETE SET NULL,
            ADD terms             text NOT NULL DEFAULT '''',
            ADD hold              text CHECK (hold IN (''upcoming'', ''ended'', ''dailyCap'', ''totalCap'')),
            ADD CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
            ADD CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
            ADD CHECK (ends_at > starts_at)', offers);
        EXECUTE format('CREATE INDEX ON %I (advertiser_id) WHERE advertiser_id IS NOT NULL', offers);
        EXECUTE format('CREATE INDEX ON %I (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL', offers);
        EXECUTE format('CREATE INDEX %I ON %I (id) WHERE is_active AND deleted_at IS NULL
            AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL)', offers || '_limited', offers);
    END LOOP;
END $$;
-- +goose StatementEnd

-- The query parameter that the click id is appended as, as the offers of the carousel have it.
ALTER TABLE content_offers ADD sub_id_param text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$');
ALTER TABLE daily_offers ADD sub_id_param text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$');
ALTER TABLE static_offers ADD sub_id_param text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$');

-- Of settlements: the last day to claim, and whether a claim needs a proof of purchase.
ALTER TABLE content_offers
    ADD deadline     timestamptz,
    ADD proof_needed boolean NOT NULL DEFAULT false;

-- How much of an offer's cap is taken on these days: conversions where leads or sales are paid for, by the day they came,
-- else click-outs of people.
-- +goose StatementBegin
CREATE FUNCTION offer_taken(kind event_subject, offer bigint, model text, first_day date, last_day date, zone text) RETURNS bigint LANGUAGE sql STABLE
RETURN CASE WHEN model IN ('lead', 'sale') THEN (
    SELECT count(*) FROM conversions
    WHERE subject = kind AND subject_id = offer AND status IN ('pending', 'approved') AND created_at >= first_day::timestamp AT TIME ZONE zone
) ELSE (
    SELECT coalesce(sum(count), 0)::bigint FROM daily_counts
    WHERE subject = kind AND subject_id = offer AND day BETWEEN first_day AND last_day AND reason = 'human'
        AND action = CASE kind WHEN 'offer' THEN 'clickout'::event_action ELSE 'click' END
) END;
-- +goose StatementEnd

-- Why an active offer is on hold by now; null when it is not.
-- +goose StatementBegin
CREATE FUNCTION offer_hold(kind event_subject, offer bigint, model text, starts timestamptz, ends timestamptz, daily bigint, total bigint, zone text) RETURNS text LANGUAGE sql STABLE
RETURN CASE
    WHEN starts > now() THEN 'upcoming'
    WHEN ends <= now() THEN 'ended'
    WHEN total IS NOT NULL AND total <= offer_taken(kind, offer, model, '-infinity', 'infinity', zone) THEN 'totalCap'
    WHEN daily IS NOT NULL AND daily <= offer_taken(kind, offer, model, (now() AT TIME ZONE zone)::date, (now() AT TIME ZONE zone)::date, zone) THEN 'dailyCap'
END;
-- +goose StatementEnd

-- The offer that is shown where a content offer is wanted: itself or, while that is on hold, its fallback.
-- +goose StatementBegin
CREATE FUNCTION shown_content_offer(wanted bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (
    WITH RECURSIVE chain AS (
        SELECT id, hold, fallback_offer_id FROM content_offers WHERE id = wanted AND is_active AND deleted_at IS NULL
        UNION SELECT o.id, o.hold, o.fallback_offer_id FROM chain JOIN content_offers o ON o.id = chain.fallback_offer_id
            WHERE chain.hold IS NOT NULL AND o.is_active AND o.deleted_at IS NULL)
    SELECT id FROM chain WHERE hold IS NULL);
-- +goose StatementEnd
