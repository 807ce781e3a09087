-- +goose Up

-- What a click is paid for in another currency than the site's, which is never added to what is earned.
ALTER TABLE events
    ADD foreign_pay      bigint,
    ADD foreign_currency text;

-- What people's clicks earned so, by day and context as in daily_traffic, written in the same transaction.
CREATE TABLE foreign_earnings (
    day        date NOT NULL,
    context_id bigint NOT NULL,
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL,
    currency   text NOT NULL,
    amount     bigint NOT NULL,
    PRIMARY KEY (day, context_id, subject, subject_id, currency)
);
