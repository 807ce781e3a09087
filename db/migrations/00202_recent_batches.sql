-- +goose Up

-- Traffic since daily_traffic and daily_reports were last brought up to date, a row for each day of a transaction of
-- events: one insert in the place of a hundred, and one delete when it is moved on. Its hits are of few kinds, to which
-- its traffic refers by number, from 1. The table recent_traffic is written by instances of the release before only,
-- during a deployment.
CREATE TABLE recent_batches (
    day         date NOT NULL,
    -- Of each kind.
    subjects    event_subject[] NOT NULL,
    subject_ids bigint[] NOT NULL,
    actions     event_action[] NOT NULL,
    reasons     event_reason[] NOT NULL,
    earned      bigint[] NOT NULL, -- by each that counts
    -- Of each kind and context.
    kinds       integer[] NOT NULL,
    contexts    bigint[] NOT NULL,
    counts      integer[] NOT NULL,
    visitors    integer[] NOT NULL,
    arrivals    integer[] NOT NULL
) WITH (toast_tuple_target = 8160,
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500);

-- It lasts for seconds: to compress it costs more than it saves, and so does a table for what is large.
ALTER TABLE recent_batches
    ALTER kinds SET STORAGE EXTERNAL, ALTER contexts SET STORAGE EXTERNAL, ALTER counts SET STORAGE EXTERNAL,
    ALTER visitors SET STORAGE EXTERNAL, ALTER arrivals SET STORAGE EXTERNAL;

-- A chunk of up to 500 visits stays in its row.
ALTER TABLE daily_visits SET (toast_tuple_target = 8160);
