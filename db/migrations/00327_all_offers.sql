-- +goose Up

-- The offers of all kinds, by the kind's name in reports. A deadline is that of a settlement.
CREATE VIEW all_offers AS
SELECT 'carousel' AS kind, 'offer'::event_subject AS subject, id, NULL::bigint AS page_id, title, target_url AS address, image_url, search, advertiser_id, is_active, hold, link_state,
    payout_model, payout_amount, payout_currency, starts_at, ends_at, NULL::timestamptz AS deadline, version, updated_at, deleted_at
FROM offers
UNION ALL SELECT 'content', 'content_offer', id, page_id, title, url, image_url, search, advertiser_id, is_active, hold, link_state,
    payout_model, payout_amount, payout_currency, starts_at, ends_at, deadline, version, updated_at, deleted_at
FROM content_offers
UNION ALL SELECT 'daily', 'daily_offer', id, NULL, title, link, image_url, search, advertiser_id, is_active, hold, link_state,
    payout_model, payout_amount, payout_currency, starts_at, ends_at, NULL, version, updated_at, deleted_at
FROM daily_offers
UNION ALL SELECT 'static', 'static_offer', id, NULL, title, link, image_url, search, advertiser_id, is_active, hold, link_state,
    payout_model, payout_amount, payout_currency, starts_at, ends_at, NULL, version, updated_at, deleted_at
FROM static_offers;

-- The offers desk's own order, and what it looks for.
CREATE INDEX offers_titled ON offers (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX offers_held ON offers (hold, id) WHERE is_active AND deleted_at IS NULL AND hold IS NOT NULL;
CREATE INDEX offers_ending ON offers (ends_at) WHERE is_active AND deleted_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX offers_broken ON offers (id) WHERE is_active AND deleted_at IS NULL AND link_state = 'broken';
CREATE INDEX content_offers_titled ON content_offers (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX content_offers_held ON content_offers (hold, id) WHERE is_active AND deleted_at IS NULL AND hold IS NOT NULL;
CREATE INDEX content_offers_ending ON content_offers (ends_at) WHERE is_active AND deleted_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX content_offers_broken ON content_offers (id) WHERE is_active AND deleted_at IS NULL AND link_state = 'broken';
CREATE INDEX daily_offers_titled ON daily_offers (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX daily_offers_held ON daily_offers (hold, id) WHERE is_active AND deleted_at IS NULL AND hold IS NOT NULL;
CREATE INDEX daily_offers_ending ON daily_offers (ends_at) WHERE is_active AND deleted_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX daily_offers_broken ON daily_offers (id) WHERE is_active AND deleted_at IS NULL AND link_state = 'broken';
CREATE INDEX static_offers_titled ON static_offers (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX static_offers_held ON static_offers (hold, id) WHERE is_active AND deleted_at IS NULL AND hold IS NOT NULL;
CREATE INDEX static_offers_ending ON static_offers (ends_at) WHERE is_active AND deleted_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX static_offers_broken ON static_offers (id) WHERE is_active AND deleted_at IS NULL AND link_state = 'broken';

-- As in 00303_search.sql, where content_offers has it.
-- +goose StatementBegin
DO $$
DECLARE
    ops text;
BEGIN
    SELECT extnamespace::regnamespace || '.gin_trgm_ops' INTO STRICT ops FROM pg_extension WHERE extname = 'pg_trgm';
    EXECUTE format('CREATE INDEX offers_search ON offers USING gin (search %s)', ops);
    EXECUTE format('CREATE INDEX daily_offers_search ON daily_offers USING gin (search %s)', ops);
    EXECUTE format('CREATE INDEX static_offers_search ON static_offers USING gin (search %s)', ops);
EXCEPTION WHEN no_data_found THEN
    RAISE NOTICE 'pg_trgm is not there';
END $$;
-- +goose StatementEnd
