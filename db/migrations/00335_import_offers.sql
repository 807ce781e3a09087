-- +goose Up

-- Offers are imported as well.
ALTER TABLE imports
    DROP CONSTRAINT imports_what_check,
    ADD CONSTRAINT imports_what_check CHECK (what IN ('magazine', 'subscribers', 'offers'));
