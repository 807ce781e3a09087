-- +goose Up
-- Who pays for the link of a step, where its partner is named.
ALTER TABLE guide_items ADD COLUMN cta_advertiser text;
