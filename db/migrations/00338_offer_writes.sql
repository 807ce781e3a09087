-- +goose Up
-- An import writes thousands of offers, and planning took most of each write. A function in plpgsql keeps the plans of
-- its statements, unless it executes texts, or another plan could be better for the ids in an array.
-- +goose StatementBegin
CREATE FUNCTION place_offer(offer bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE offers o SET placed = now_placed, deleted_at = gone FROM (
        SELECT CASE WHEN bool_or(is_there AND is_on AND hold IS NULL) THEN 'shown' WHEN bool_or(is_there AND is_on AND hold = 'upcoming') THEN 'upcoming'
                WHEN bool_or(is_there AND is_on) THEN 'ended' WHEN bool_or(is_there) THEN 'off' END AS now_placed,
            CASE WHEN bool_and(deleted_at IS NOT NULL) THEN max(deleted_at) END AS gone
        FROM (SELECT p.hold, p.deleted_at, p.deleted_at IS NULL AND c.deleted_at IS NULL AS is_there, p.is_active AND c.is_active IS NOT FALSE AS is_on
            FROM placements p LEFT JOIN content_pages c ON c.id = p.page_id WHERE offer_id = offer) each_placement
        HAVING count(*) > 0) s
    WHERE o.id = offer AND (placed IS DISTINCT FROM now_placed OR o.deleted_at IS DISTINCT FROM gone);
END $$;
CREATE OR REPLACE FUNCTION placement_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM place_offer(NEW.offer_id);
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM place_offer(offer_id) FROM placements WHERE page_id = NEW.id;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION placement_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM offers WHERE id = OLD.offer_id AND NOT EXISTS (SELECT FROM placements WHERE offer_id = OLD.offer_id);
    PERFORM place_offer(OLD.offer_id);
    RETURN NULL;
END $$;
-- As in 00330, but the row is read by statements whose plans are kept, and encoded once, not once for each column.
CREATE OR REPLACE FUNCTION write_placed_offer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change jsonb; -- by the names of the view, and then of the offer
    place  jsonb; -- by those of the placement
    was    jsonb;
    names  text;
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM placements WHERE kind = TG_ARGV[0] AND number = OLD.id;
        RETURN OLD;
    ELSIF TG_OP = 'INSERT' THEN
        change := jsonb_strip_nulls(to_jsonb(NEW));
    ELSE
        was := to_jsonb(OLD);
        SELECT coalesce(jsonb_object_agg(key, value), '{}') INTO change FROM jsonb_each(to_jsonb(NEW)) WHERE value IS DISTINCT FROM was -> key;
    END IF;
    SELECT coalesce(jsonb_object_agg(replace(key, 'placement_', ''), value), '{}') INTO place FROM jsonb_each(change)
    WHERE key IN ('page_id', 'slug', 'priority', 'position', 'is_active', 'is_featured', 'cta_text', 'deleted_at', 'placement_starts_at', 'placement_ends_at', 'placement_hold');
    IF change ? TG_ARGV[1] THEN
        change := change || jsonb_build_object('address', change -> TG_ARGV[1]);
    END IF;
    IF change ? 'offer_hold' THEN
        change := change || jsonb_build_object('hold', change -> 'offer_hold');
    END IF;
    IF change ? 'fallback_offer_id' AND NEW.fallback_offer_id IS NOT NULL THEN -- 0 breaks the foreign key
        change := change || jsonb_build_object('fallback_offer_id', coalesce((SELECT offer_id FROM placements WHERE kind = TG_ARGV[0] AND number = NEW.fallback_offer_id), 0));
    END IF;

    SELECT string_agg(quote_ident(attname), ', ') INTO names FROM pg_attribute
    WHERE attrelid = 'offers'::regclass AND attnum > 0 AND attgenerated = '' AND attname NOT IN ('id', 'placed', 'deleted_at') AND change ? attname;
    IF NEW.offer_id IS NULL THEN
        EXECUTE format('INSERT INTO offers (%s) SELECT %1$s FROM jsonb_populate_record(NULL::offers, $1) RETURNING id', names) INTO NEW.offer_id USING change;
    ELSIF names IS NOT NULL THEN
        EXECUTE format('UPDATE offers SET (%s) = (SELECT %1$s FROM jsonb_populate_record(NULL::offers, $1)) WHERE id = $2', names) USING change, NEW.offer_id;
    END IF;

    IF TG_OP = 'INSERT' THEN
        NEW.id := nextval((TG_ARGV[0] || '_offers_number')::regclass);
        place := place || jsonb_build_object('kind', TG_ARGV[0], 'number', NEW.id, 'offer_id', NEW.offer_id);
    END IF;
    SELECT string_agg(quote_ident(key), ', ') INTO names FROM jsonb_object_keys(place) key;
    IF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO placements (%s) SELECT %1$s FROM jsonb_populate_record(NULL::placements, $1)', names) USING place;
    ELSIF names IS NOT NULL THEN
        EXECUTE format('UPDATE placements SET (%s) = (SELECT %1$s FROM jsonb_populate_record(NULL::placements, $1)) WHERE kind = $2 AND number = $3', names) USING place, TG_ARGV[0], NEW.id;
    END IF;
    CASE TG_ARGV[0]
        WHEN 'carousel' THEN SELECT * INTO NEW FROM carousel_offers WHERE id = NEW.id;
        WHEN 'content' THEN SELECT * INTO NEW FROM content_offers WHERE id = NEW.id;
        WHEN 'daily' THEN SELECT * INTO NEW FROM daily_offers WHERE id = NEW.id;
        ELSE SELECT * INTO NEW FROM static_offers WHERE id = NEW.id;
    END CASE;
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP FUNCTION place_offers(bigint[]);
