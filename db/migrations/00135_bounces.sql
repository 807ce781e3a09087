-- +goose Up
ALTER TABLE suppressions
    DROP CONSTRAINT suppressions_reason_check,
    ADD CONSTRAINT suppressions_reason_check CHECK (reason IN ('unsubscribed', 'bounce', 'complaint', 'manual'));
ALTER TABLE subscribers
    ADD COLUMN soft_bounces integer NOT NULL DEFAULT 0, -- mails that came back for a reason that may pass
    ADD COLUMN soft_bounced_at timestamptz;
