-- +goose Up

-- A refund is a conversion of a negative payout, beside the one that it corrects. It changes what was earned, and is
-- neither one more conversion in reports nor one of an offer's cap.
ALTER TABLE conversions DROP CONSTRAINT conversions_payout_check;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION note_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION offer_taken(kind event_subject, offer bigint, model text, first_day date, last_day date, zone text) RETURNS bigint LANGUAGE sql STABLE
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
-- +goose StatementEnd
