-- +goose Up
-- Whether the site that a step's call to action leads to pays us.
ALTER TABLE guide_items ADD COLUMN cta_sponsored boolean NOT NULL DEFAULT false;
