-- +goose Up
ALTER TABLE subscribers
    ADD COLUMN left_at timestamptz, -- the last time that the address unsubscribed; links to confirm from before do not count
    ADD COLUMN rejoin_mails jsonb NOT NULL DEFAULT '[]'; -- what was mailed since, because the address was signed up again: ids and times of 30 days
UPDATE subscribers SET left_at = w.at
FROM (SELECT subscriber_id, max(created_at) AS at FROM consents WHERE channel = 'email' AND action = 'withdrawn' GROUP BY subscriber_id) w
WHERE w.subscriber_id = subscribers.id;
