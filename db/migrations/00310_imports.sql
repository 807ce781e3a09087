-- +goose Up

-- The files of db/seed that were loaded, so that none is loaded twice.
CREATE TABLE seed_files (
    path      text PRIMARY KEY,
    loaded_at timestamptz NOT NULL DEFAULT now(),
    digest    text -- of the text that was loaded, so that a later one corrects what staff have not changed; null: unknown
);

-- Files that admins import. One at a time is in progress: it is checked first, and then an admin decides.
CREATE TABLE imports (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL, -- of the file, as it was sent
    bytes      bigint NOT NULL,
    form       text NOT NULL CHECK (form IN ('zip', 'json', 'xml', 'csv')),
    state      text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'checked', 'importing', 'done', 'failed', 'discarded')),
    partial    boolean NOT NULL DEFAULT false, -- what is not refused comes in all the same
    user_id    bigint, -- who asked for it last,
    token_id   bigint, -- or by which token
    tries      integer NOT NULL DEFAULT 0, -- of what is under way
    done       integer NOT NULL DEFAULT 0, -- entries
    total      integer NOT NULL DEFAULT 0,
    counts     jsonb NOT NULL DEFAULT '{}', -- entries by their outcome
    reason     text NOT NULL DEFAULT '', -- why it failed, in a sentence
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- One file of each kind is in progress at a time.
    what       text NOT NULL DEFAULT 'magazine' CHECK (what IN ('magazine', 'subscribers'))
);
CREATE UNIQUE INDEX imports_under_way ON imports (what) WHERE state IN ('checking', 'checked', 'importing');

-- The file itself, while it may be needed. It isn't backed up.
CREATE UNLOGGED TABLE import_parts (
    import_id bigint REFERENCES imports ON DELETE CASCADE,
    n         integer,
    content   bytea NOT NULL,
    PRIMARY KEY (import_id, n)
);

-- The result of each entry, except for new and unchanged ones.
CREATE TABLE import_lines (
    import_id bigint REFERENCES imports ON DELETE CASCADE,
    n         integer,
    outcome   text NOT NULL,
    name      text NOT NULL, -- of a file, or of a post in the file
    line      integer NOT NULL, -- 0 where there is none
    reason    text NOT NULL,
    PRIMARY KEY (import_id, n)
);
CREATE INDEX import_lines_outcome ON import_lines (import_id, outcome, n);
