-- +goose Up
-- A signup that looks like a robot's. Until now only its encrypted evidence said so.
ALTER TABLE subscribers ADD COLUMN held boolean NOT NULL DEFAULT false;
