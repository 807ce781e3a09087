-- +goose Up

-- Releases before 1.0 wrote traffic in rows; now it comes in recent_batches. What is left is moved on, and its days are
-- added up again.
INSERT INTO open_days (day, changes) SELECT DISTINCT day, 1 FROM recent_traffic
    ON CONFLICT (day) DO UPDATE SET changes = open_days.changes + 1;
INSERT INTO daily_traffic AS t (day, context_id, subject, subject_id, action, reason, count, visitors, arrivals, earned)
    SELECT day, context_id, subject, subject_id, action, reason, sum(count), sum(visitors), sum(arrivals), sum(earned)
    FROM recent_traffic GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (day, context_id, subject, subject_id, action, reason) DO UPDATE SET count = t.count + excluded.count,
        visitors = t.visitors + excluded.visitors, arrivals = t.arrivals + excluded.arrivals, earned = t.earned + excluded.earned;
DELETE FROM recent_traffic;

-- The values of a day's contexts are read from the contexts.
DELETE FROM daily_values;

-- Instances of the release before, which run until they are restarted in turn, still read the first and write the
-- second. The next release drops both.
