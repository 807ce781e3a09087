-- +goose Up

-- Whom staff talk to at an advertiser, and what they agreed on.
ALTER TABLE advertisers
    ADD COLUMN contact_name text,
    ADD COLUMN contact_email text,
    ADD COLUMN contact_phone text,
    ADD COLUMN terms text NOT NULL DEFAULT '';
