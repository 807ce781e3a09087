-- +goose Up

-- What a report said, as Report.text writes it, by which one that is sent again is told; null of those that an earlier
-- version wrote and of clicks that were found. One that repeats a report which another one has replaced is kept once more,
-- and changes nothing.
ALTER TABLE conversion_changes
    ADD reported text,
    ADD repeated boolean NOT NULL DEFAULT false;
