-- +goose Up

-- What conversions have added to what reports read since it was last brought up to date: a change of one takes back what
-- it was before, so the sums are right at any time. A job moves it on every few seconds, as recent_traffic.
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

-- The conversions of known clicks, summed up for each value of a dimension as daily_reports and monthly_reports are.
CREATE TABLE daily_conversions (
    dimension      text NOT NULL,
    day            date NOT NULL,
    key            text NOT NULL,
    currency       text NOT NULL,
    conversions    bigint NOT NULL,
    earned         bigint NOT NULL,
    pending        bigint NOT NULL,
    pending_earned bigint NOT NULL,
    PRIMARY KEY (dimension, day, key, currency)
) WITH (fillfactor = 70);
CREATE TABLE monthly_conversions (
    dimension      text NOT NULL,
    month          date NOT NULL, -- its first day
    key            text NOT NULL,
    currency       text NOT NULL,
    conversions    bigint NOT NULL,
    earned         bigint NOT NULL,
    pending        bigint NOT NULL,
    pending_earned bigint NOT NULL,
    PRIMARY KEY (dimension, month, key, currency)
) WITH (fillfactor = 70);

-- +goose StatementBegin
CREATE FUNCTION note_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO recent_conversions
        SELECT click_day, advertiser_id, subject, subject_id, context_id, currency,
            -(status = 'approved')::int, CASE status WHEN 'approved' THEN -payout ELSE 0 END, -(status = 'pending')::int, CASE status WHEN 'pending' THEN -payout ELSE 0 END
        FROM before WHERE click_day IS NOT NULL AND status IN ('approved', 'pending');
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO recent_conversions
        SELECT click_day, advertiser_id, subject, subject_id, context_id, currency,
            (status = 'approved')::int, CASE status WHEN 'approved' THEN payout ELSE 0 END, (status = 'pending')::int, CASE status WHEN 'pending' THEN payout ELSE 0 END
        FROM after WHERE click_day IS NOT NULL AND status IN ('approved', 'pending');
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER note_new AFTER INSERT ON conversions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();
CREATE TRIGGER note_changed AFTER UPDATE ON conversions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();
CREATE TRIGGER note_gone AFTER DELETE ON conversions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_conversions();

INSERT INTO recent_conversions
SELECT click_day, advertiser_id, subject, subject_id, context_id, currency,
    (status = 'approved')::int, CASE status WHEN 'approved' THEN payout ELSE 0 END, (status = 'pending')::int, CASE status WHEN 'pending' THEN payout ELSE 0 END
FROM conversions WHERE click_day IS NOT NULL AND status IN ('approved', 'pending');
