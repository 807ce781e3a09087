-- +goose Up

-- Traffic since daily_traffic and daily_reports were last brought up to date, in rows as events came: a transaction of
-- events only adds to it, so it changes no row twice. A job moves it on every few seconds. Instances of the version
-- before still want traffic_changes: what they are sent meanwhile goes to the spool, and is counted from there.
LOCK TABLE daily_reports; -- in the order of reports
LOCK TABLE traffic_changes;
INSERT INTO open_days SELECT DISTINCT day, 1 FROM traffic_changes ON CONFLICT (day) DO UPDATE SET changes = open_days.changes + 1;
DROP TABLE traffic_changes;
CREATE TABLE recent_traffic (LIKE daily_traffic)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- The planner took it for the primary key, which has a dimension's days side by side: reports read ten rows for one.
DROP INDEX daily_reports_by_day;
