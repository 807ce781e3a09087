-- +goose Up

-- What daily_traffic has grown by since daily_reports was last brought up to date, written in the same transaction. A
-- report reads what was added up and these few rows, so an open day costs it no more than one that is over.
CREATE TABLE traffic_changes (LIKE daily_traffic)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- daily_reports by month, for reports over many days.
CREATE TABLE monthly_reports (
    dimension text NOT NULL,
    month     date NOT NULL, -- its first day
    human     boolean NOT NULL,
    key       text NOT NULL,
    views     bigint NOT NULL,
    reads     bigint NOT NULL,
    uniques   bigint NOT NULL,
    clicks    bigint NOT NULL,
    clickouts bigint NOT NULL,
    signups   bigint NOT NULL,
    earned    bigint NOT NULL,
    PRIMARY KEY (dimension, human, month, key)
) WITH (fillfactor = 70);
ALTER TABLE daily_reports SET (fillfactor = 70);
INSERT INTO monthly_reports
    SELECT dimension, date_trunc('month', day)::date, human, key, sum(views), sum(reads), sum(uniques), sum(clicks), sum(clickouts), sum(signups), sum(earned)
    FROM daily_reports GROUP BY 1, 2, 3, 4;

CREATE INDEX daily_reports_by_day ON daily_reports (day);

-- The ways from a value that a report is narrowed to, to its traffic.
CREATE INDEX origins_by_source ON origins (source);
CREATE INDEX origins_by_medium ON origins (medium);
CREATE INDEX origins_by_campaign ON origins (campaign);
CREATE INDEX origins_by_content ON origins (content);
CREATE INDEX origins_by_referrer ON origins (referrer);
CREATE INDEX origins_by_link ON origins (link_id);
CREATE INDEX contexts_by_piece ON contexts (piece, piece_id);
CREATE INDEX daily_traffic_by_context ON daily_traffic (context_id, day);
CREATE INDEX daily_traffic_by_subject ON daily_traffic (subject_id, subject, day);
