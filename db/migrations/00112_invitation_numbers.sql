-- +goose Up
-- So that an invitation can be named without its address.
ALTER TABLE invitations ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE;
