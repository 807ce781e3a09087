-- +goose Up

-- Subscribers are brought in as the magazine is: a file of each is under way at a time. From here on the files are
-- sealed; one that waits unsealed has to be uploaded again.
ALTER TABLE imports
    ADD COLUMN what text NOT NULL DEFAULT 'magazine' CHECK (what IN ('magazine', 'subscribers')),
    DROP CONSTRAINT imports_form_check,
    ADD CONSTRAINT imports_form_check CHECK (form IN ('zip', 'json', 'xml', 'csv'));
DROP INDEX imports_under_way;
CREATE UNIQUE INDEX imports_under_way ON imports (what) WHERE state IN ('checking', 'checked', 'importing');

-- How far the exports are that go out now.
CREATE UNLOGGED TABLE exports (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    what       text NOT NULL,
    done       integer NOT NULL DEFAULT 0, -- entries
    total      integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now()
);
