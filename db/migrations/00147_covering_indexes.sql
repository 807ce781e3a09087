-- +goose Up
-- A report narrowed to some contexts, or to an offer, reads thousands of rows that lie far apart in the table; it finds
-- all that it needs of them in these.
DROP INDEX daily_traffic_by_context, daily_traffic_by_subject;
CREATE INDEX daily_traffic_by_context ON daily_traffic (context_id, day, reason)
    INCLUDE (subject, subject_id, action, count, visitors, arrivals, earned);
CREATE INDEX daily_traffic_by_subject ON daily_traffic (subject_id, subject, day, reason)
    INCLUDE (context_id, action, count, visitors, arrivals, earned);

-- An import looks slugs up in the bin too, which the unique indexes leave out.
CREATE INDEX articles_by_slug ON articles (slug);
CREATE INDEX guides_by_slug ON guides (slug);

-- +goose Down
DROP INDEX articles_by_slug, guides_by_slug, daily_traffic_by_context, daily_traffic_by_subject;
CREATE INDEX daily_traffic_by_context ON daily_traffic (context_id, day);
CREATE INDEX daily_traffic_by_subject ON daily_traffic (subject_id, subject, day);
