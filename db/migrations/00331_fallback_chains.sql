-- +goose Up

-- Where an offer's fallback stands in for it at one of its placements. A fallback that isn't there gives way to its own.
CREATE OR REPLACE FUNCTION fallback_at(fallback bigint, place text, page bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (
    WITH RECURSIVE chain AS (
        SELECT id, fallback_offer_id, 1 AS depth FROM offers WHERE id = fallback
        UNION ALL SELECT o.id, o.fallback_offer_id, depth + 1 FROM chain JOIN offers o ON o.id = chain.fallback_offer_id WHERE depth < 10)
    SELECT number FROM chain JOIN placements p ON p.offer_id = chain.id AND p.kind = place
    ORDER BY p.deleted_at IS NOT NULL, p.page_id IS DISTINCT FROM page, depth, number LIMIT 1);
