-- +goose Up

-- Where an offer's address led when it was last looked at, and whether that is where staff accepted it to lead. What
-- counts as a failure is broken and moved; the others leave the count, or begin it anew.
-- +goose StatementBegin
DO $$
DECLARE
    offers text;
BEGIN
    FOREACH offers IN ARRAY ARRAY['offers', 'content_offers', 'daily_offers', 'static_offers'] LOOP
        EXECUTE format('ALTER TABLE %1$I
            ADD link_state        text NOT NULL DEFAULT ''unchecked'' CHECK (link_state IN (''unchecked'', ''good'', ''moved'', ''broken'', ''refused'')),
            ADD link_problem      text NOT NULL DEFAULT '''', -- a sentence
            ADD link_destination  text, -- host and path
            ADD link_accepted     text,
            ADD link_failures     integer NOT NULL DEFAULT 0, -- in a row
            ADD link_checked_at   timestamptz,
            ADD link_due_at       timestamptz NOT NULL DEFAULT now(),
            ADD pause_when_broken boolean NOT NULL DEFAULT false,
            DROP CONSTRAINT %2$I,
            ADD CONSTRAINT %2$I CHECK (hold IN (''upcoming'', ''ended'', ''dailyCap'', ''totalCap'', ''brokenLink''))', offers, offers || '_hold_check');
        EXECUTE format('CREATE INDEX %I ON %I (link_due_at) WHERE is_active AND deleted_at IS NULL', offers || '_link_due', offers);
        EXECUTE format('DROP INDEX %I', offers || '_limited');
        EXECUTE format('CREATE INDEX %I ON %I (id) WHERE is_active AND deleted_at IS NULL
            AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken)', offers || '_limited', offers);
    END LOOP;
END $$;
-- +goose StatementEnd

-- As the function without the last two, which instances of the version before call; and on hold after three failures.
-- +goose StatementBegin
CREATE FUNCTION offer_hold(kind event_subject, offer bigint, model text, starts timestamptz, ends timestamptz, daily bigint, total bigint, zone text, pauses boolean, failures integer) RETURNS text LANGUAGE sql STABLE
RETURN coalesce(
    offer_hold(kind, offer, model, starts, ends, daily, total, zone),
    CASE WHEN pauses AND failures >= 3 THEN 'brokenLink' END);
-- +goose StatementEnd
