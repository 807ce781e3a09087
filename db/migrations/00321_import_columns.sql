-- +goose Up

-- Staff map the columns of a list in an unknown layout.
ALTER TABLE imports
    DROP CONSTRAINT imports_state_check,
    ADD CONSTRAINT imports_state_check CHECK (state IN ('mapping', 'checking', 'checked', 'importing', 'done', 'failed', 'discarded')),
    ADD COLUMN mapping jsonb;
DROP INDEX imports_under_way;
CREATE UNIQUE INDEX imports_under_way ON imports (what) WHERE state IN ('mapping', 'checking', 'checked', 'importing');
