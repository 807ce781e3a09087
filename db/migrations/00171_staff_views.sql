-- +goose Up

-- What people who work for the site do on it while they are signed in.
ALTER TYPE event_reason ADD VALUE 'staff' AFTER 'embedded';
