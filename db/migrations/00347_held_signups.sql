-- +goose Up
-- A signup that looks like a robot's. Until now only its encrypted evidence said so. No email was sent to it, so
-- every signup to which none was sent counts as one; its owner may sign up again in its place.
ALTER TABLE subscribers ADD COLUMN held boolean NOT NULL DEFAULT false;
UPDATE subscribers SET held = true WHERE state = 'pending' AND signup_mailed_at IS NULL AND link_mailed_at IS NULL AND monthly_mailed_at IS NULL;
