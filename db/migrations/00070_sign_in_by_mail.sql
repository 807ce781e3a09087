-- +goose Up
-- Whose link a sign-in by mail waits for; the address itself is not kept.
ALTER TABLE sign_ins ADD COLUMN address_hash bytea;
