-- +goose Up
-- Which text of a file of db/seed was loaded, so that a later one corrects what staff have not changed. It is null where a
-- version before loaded it.
ALTER TABLE seed_files ADD digest text;
