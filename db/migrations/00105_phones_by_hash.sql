-- +goose Up
ALTER TABLE subscribers ADD COLUMN phone_hash bytea; -- a keyed hash of the phone number; a job fills it in for numbers from before
CREATE INDEX subscribers_phone ON subscribers (phone_hash) WHERE sms_allowed;
