-- +goose Up
-- Where a change came from: a keyed hash of the network, by which lines of the log are told apart; '' where there was none.
ALTER TABLE audit_log ADD COLUMN network text NOT NULL DEFAULT '';
