-- +goose Up

-- What one network clicks on one offer within an hour, beyond what people do.
ALTER TYPE event_reason ADD VALUE 'excess';

-- What an event is judged by, so that it can be judged again. network is a hash with the salt of the day, like visitor.
-- earned is from now on what a hit earns if it counts, whatever it was judged to be; roll-ups have what was earned.
ALTER TABLE events
    ADD received timestamptz, -- by the server's clock; null: written by an earlier version
    ADD network  bigint; -- of people's clicks on offers

-- Reports are by reason too: the days that are over are added up anew.
INSERT INTO open_days SELECT day, 1 FROM daily_reports GROUP BY day ON CONFLICT (day) DO UPDATE SET changes = open_days.changes + 1;
