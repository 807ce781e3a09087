-- +goose Up

-- How many of these clicks counted of one network within a day, as it was when it happened; null: any number. It comes
-- first, as postbacks lock events before conversions.
ALTER TABLE events ADD network_limit bigint;

-- Whether a report told the payout, which then stays when the click is found later. Of what came before this column it is
-- not known, and a payout that was told to be 0 must not become another.
ALTER TABLE conversions ADD payout_told boolean NOT NULL DEFAULT false;
UPDATE conversions SET payout_told = true WHERE click_day IS NULL;
ALTER TABLE conversion_changes
    DROP CONSTRAINT conversion_changes_via_check,
    ADD CONSTRAINT conversion_changes_via_check CHECK (via IN ('postback', 'import', 'match'));

-- People's click-outs that a client's clock dated to another day than the server's: daily_counts has them under the
-- first, caps count them under the second. Kept as long as visits.
CREATE TABLE misdated_clicks (
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL,
    day        date NOT NULL, -- by the client's clock
    received   date NOT NULL, -- by the server's
    count      bigint NOT NULL,
    PRIMARY KEY (subject, subject_id, day, received)
);

-- As before, but click-outs count on the day that the server got them.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION offer_taken(kind event_subject, offer bigint, model text, first_day date, last_day date, zone text) RETURNS bigint LANGUAGE sql STABLE
RETURN CASE WHEN model IN ('lead', 'sale') THEN (
    SELECT count(*) FROM conversions
    WHERE subject = kind AND subject_id = offer AND status IN ('pending', 'approved') AND created_at >= first_day::timestamp AT TIME ZONE zone
) ELSE (
    SELECT coalesce(sum(count), 0)::bigint FROM (
        SELECT count FROM daily_counts
        WHERE subject = kind AND subject_id = offer AND day BETWEEN first_day AND last_day AND reason = 'human'
            AND action = CASE kind WHEN 'offer' THEN 'clickout'::event_action ELSE 'click' END
        UNION ALL SELECT count * ((received BETWEEN first_day AND last_day)::int - (day BETWEEN first_day AND last_day)::int) FROM misdated_clicks
        WHERE subject = kind AND subject_id = offer) clicks
) END;
-- +goose StatementEnd
