-- +goose Up
-- Each kind of mail with a link has a clock of its own; link_mailed_at is that of links that were asked for.
ALTER TABLE subscribers
    ADD COLUMN signup_mailed_at timestamptz, -- the last mail because the address was signed up again
    ADD COLUMN monthly_mailed_at timestamptz; -- the last mail because one mail a month was asked for
