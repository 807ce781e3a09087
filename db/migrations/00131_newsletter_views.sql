-- +goose Up
-- The pages of newsletters are counted like all others.
ALTER TYPE event_subject ADD VALUE 'newsletter';
