-- +goose Up
-- Authors who are invented, as those of the starting content are.
ALTER TABLE authors ADD COLUMN is_example boolean NOT NULL DEFAULT false;
UPDATE authors SET is_example = true
    WHERE (slug, name) IN (('daniel-reeves', 'Daniel Reeves'), ('maya-ortega', 'Maya Ortega'), ('priya-raman', 'Priya Raman'), ('tom-alder', 'Tom Alder'));
