-- +goose Up

-- Contexts of a day in the order in which they were committed: one instance at a time adds to them. So each reads only
-- what the others have added since it last read.
ALTER TABLE daily_contexts ADD number bigint NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE INDEX daily_contexts_by_number ON daily_contexts (day, number);
