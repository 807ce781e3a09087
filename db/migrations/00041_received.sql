-- +goose Up

-- A click-out that is no navigation, as of a picture or frame on a foreign page.
ALTER TYPE event_reason ADD VALUE 'embedded' AFTER 'prefetch';

-- A duplicate is told by the server's clock too. Of a visit's 16 bytes the last 8 were its Unix milliseconds; now they
-- are the low 32 bits of those by the visitor's clock, then by the server's; 0 is never. The part is read whole, once
-- (OFFSET 0), and not from where it is stored for each visit.
UPDATE daily_visits SET visits = (
    SELECT string_agg(substring(part FROM i FOR 8) || substring(part FROM i + 12 FOR 4) || substring(part FROM i + 12 FOR 4), '')
    FROM (SELECT visits || '' AS part OFFSET 0) whole, generate_series(1, length(part), 16) i
);
