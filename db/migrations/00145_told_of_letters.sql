-- +goose Up

-- What was told of a mail of a letter after the mail server had taken it: that it came back for good, or that its reader
-- called it spam.
ALTER TABLE letter_sends
    ADD COLUMN told text NOT NULL DEFAULT '' CHECK (told IN ('', 'bounce', 'complaint')),
    ADD COLUMN told_at timestamptz;
CREATE INDEX letter_sends_told ON letter_sends (letter_id) WHERE told <> '';
