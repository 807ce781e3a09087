-- +goose Up
-- Who answered a message, and when. The note of staff is in its letter, sealed with it.
ALTER TABLE contact_messages
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN answered_by text, -- an e-mail address
    ADD COLUMN version     integer NOT NULL DEFAULT 1;
CREATE INDEX contact_messages_open ON contact_messages (id) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_answered ON contact_messages (id) WHERE answered_at IS NOT NULL;
