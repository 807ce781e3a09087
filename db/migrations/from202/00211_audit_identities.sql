-- +goose Up
-- Who made a change, and by which token: addresses and names of users change. Without foreign keys, as the log outlives both.
ALTER TABLE audit_log ADD COLUMN user_id bigint, ADD COLUMN token_id bigint;
