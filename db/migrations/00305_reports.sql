-- +goose Up

-- daily_counts by context, written in the same transaction.
CREATE TABLE daily_traffic (
    day        date,
    context_id bigint,
    subject    event_subject,
    subject_id bigint,
    action     event_action,
    reason     event_reason,
    count      bigint NOT NULL,
    visitors   bigint NOT NULL, -- as in daily_counts
    arrivals   bigint NOT NULL, -- visitors whose first view of the day, of anything, this was
    earned     bigint NOT NULL, -- by clicks that are paid for each, in the smallest unit of the site's currency
    PRIMARY KEY (day, context_id, subject, subject_id, action, reason)
) WITH (fillfactor = 50);
CREATE INDEX daily_traffic_by_context ON daily_traffic (context_id, day, reason)
    INCLUDE (subject, subject_id, action, count, visitors, arrivals, earned);
CREATE INDEX daily_traffic_by_subject ON daily_traffic (subject_id, subject, day, reason)
    INCLUDE (context_id, action, count, visitors, arrivals, earned);

-- Traffic since daily_traffic and daily_reports were last updated, in one row for each day of a transaction of events:
-- one insert instead of a hundred, and one delete when it is moved on. Its hits have few kinds, to which its traffic
-- refers by number, from 1.
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
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500);
ALTER TABLE recent_batches ALTER kinds SET STORAGE EXTERNAL;
ALTER TABLE recent_batches ALTER contexts SET STORAGE EXTERNAL;
ALTER TABLE recent_batches ALTER counts SET STORAGE EXTERNAL;
ALTER TABLE recent_batches ALTER visitors SET STORAGE EXTERNAL;
ALTER TABLE recent_batches ALTER arrivals SET STORAGE EXTERNAL;

-- The same in rows. Nothing writes it anymore; what is in it is still moved on.
CREATE TABLE recent_traffic (
    day        date NOT NULL,
    context_id bigint NOT NULL,
    subject    event_subject NOT NULL,
    subject_id bigint NOT NULL,
    action     event_action NOT NULL,
    reason     event_reason NOT NULL,
    count      bigint NOT NULL,
    visitors   bigint NOT NULL,
    arrivals   bigint NOT NULL,
    earned     bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- The sums of daily_traffic for each value of a dimension, for past days. A report reads it for those and daily_traffic
-- for others, so its cost grows with days and values, not with events.
CREATE TABLE daily_reports (
    dimension text,
    day       date,
    human     boolean, -- people only, or everything
    key       text,
    views     bigint NOT NULL,
    reads     bigint NOT NULL,
    uniques   bigint NOT NULL,
    clicks    bigint NOT NULL,
    clickouts bigint NOT NULL,
    signups   bigint NOT NULL,
    earned    bigint NOT NULL,
    PRIMARY KEY (dimension, human, day, key)
) WITH (fillfactor = 70);

-- daily_reports by month, for reports over many days.
CREATE TABLE monthly_reports (
    dimension text,
    month     date, -- its first day
    human     boolean,
    key       text,
    views     bigint NOT NULL,
    reads     bigint NOT NULL,
    uniques   bigint NOT NULL,
    clicks    bigint NOT NULL,
    clickouts bigint NOT NULL,
    signups   bigint NOT NULL,
    earned    bigint NOT NULL,
    PRIMARY KEY (dimension, human, month, key)
) WITH (fillfactor = 70);

-- The days whose daily_reports don't match daily_traffic: today, and those with late events. A write counts its
-- changes, so that a day is closed only if there were none meanwhile.
CREATE TABLE open_days (
    day     date PRIMARY KEY,
    changes bigint NOT NULL
);

-- What people's clicks earned in other currencies than the site's, by day and context as in daily_traffic, written in
-- the same transaction.
CREATE TABLE foreign_earnings (
    day        date,
    context_id bigint,
    subject    event_subject,
    subject_id bigint,
    currency   text,
    amount     bigint NOT NULL,
    PRIMARY KEY (day, context_id, subject, subject_id, currency)
);

-- The progress of running exports.
CREATE UNLOGGED TABLE exports (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    what       text NOT NULL,
    done       integer NOT NULL DEFAULT 0, -- entries
    total      integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now()
);
