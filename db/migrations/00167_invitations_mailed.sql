-- +goose Up
ALTER TABLE invitations ADD COLUMN mailed_at timestamptz; -- last; null while no mail has gone out
