-- +goose Up

-- Staff can also change a conversion by hand, and say why.
ALTER TABLE conversion_changes
    DROP CONSTRAINT conversion_changes_via_check,
    ADD CONSTRAINT conversion_changes_via_check CHECK (via IN ('postback', 'import', 'match', 'staff')),
    ADD COLUMN reason text NOT NULL DEFAULT '';
