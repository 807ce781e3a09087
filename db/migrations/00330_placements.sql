-- +goose Up

-- An offer is one row, and its placements are where it is shown. Until now, each place had a table of offers of its own.
-- Everything public keeps its id: it is the kind and number of a placement.
CREATE TEMP TABLE offers_before ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY place, id) AS offer_id, kind, id, o - '{search,disclaimer}'::text[] AS o FROM (
    SELECT 1 AS place, 'carousel' AS kind, id, to_jsonb(o) AS o FROM offers o
    UNION ALL SELECT 2, 'content', id, to_jsonb(o) FROM content_offers o
    UNION ALL SELECT 3, 'daily', id, to_jsonb(o) FROM daily_offers o
    UNION ALL SELECT 4, 'static', id, to_jsonb(o) FROM static_offers o) all_of_them;
CREATE TEMP TABLE numbers_before ON COMMIT DROP AS
SELECT 'carousel' AS kind, last_value, is_called FROM offers_id_seq
UNION ALL SELECT 'content', last_value, is_called FROM content_offers_id_seq
UNION ALL SELECT 'daily', last_value, is_called FROM daily_offers_id_seq
UNION ALL SELECT 'static', last_value, is_called FROM static_offers_id_seq;

DROP VIEW all_offers, search_offers;
DROP FUNCTION shown_content_offer(bigint);
ALTER TABLE questions DROP CONSTRAINT questions_target_offer_id_fkey;
-- Deleting rows would keep their advertisers as those of gone offers; dropping tables doesn't.
DROP TABLE offers, content_offers, daily_offers, static_offers;
DROP FUNCTION keep_advertiser();

CREATE TABLE offers (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title              text NOT NULL,
    description        text NOT NULL DEFAULT '',
    type               text NOT NULL DEFAULT 'linkout' CHECK (type IN ('phone', 'coregistration', 'linkout')),
    image_url          text, -- of this site: /images/…
    -- Where the offer leads. Its query may contain {placeholders}: {subid} is the placement's number, {clickid} the
    -- click's id. The check covers scheme and host; the whole rule is in server/features/offers/target.go.
    address            text NOT NULL CHECK (address ~ '^https?://[^/?#@{}\\[:space:]]+([/?#]|$)' AND length(address) <= 2048),
    sub_id_param       text CHECK (sub_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'), -- query parameter in which the click id is appended, if set
    version            integer NOT NULL DEFAULT 1, -- counts the saves of the offer and its placements, so that two people editing see each other
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    -- What follows from the placements: the most that one of them is, by place_offers; null if none is there.
    placed             text CHECK (placed IN ('shown', 'upcoming', 'ended', 'off')),
    deleted_at         timestamptz, -- since the last one is in the trash
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || address || chr(10) || description)) STORED,
    -- What was agreed with the advertiser. Caps count the clicks or conversions of all placements. An offer on hold isn't
    -- shown: it hasn't started or has ended, or has reached a cap. Its fallback is shown instead.
    advertiser_id      bigint REFERENCES advertisers ON DELETE SET NULL,
    payout_model       text CHECK (payout_model IN ('click', 'lead', 'sale')),
    payout_amount      bigint CHECK (payout_amount > 0), -- in the smallest unit of the currency
    payout_currency    text CHECK (payout_currency ~ '^[A-Z]{3}$'),
    starts_at          timestamptz,
    ends_at            timestamptz,
    daily_cap          bigint CHECK (daily_cap > 0),
    total_cap          bigint CHECK (total_cap > 0),
    fallback_offer_id  bigint REFERENCES offers ON DELETE SET NULL,
    terms              text NOT NULL DEFAULT '',
    hold               text CHECK (hold IN ('upcoming', 'ended', 'dailyCap', 'totalCap', 'brokenLink')),
    -- For settlements: the last day to claim, and whether a claim needs proof of purchase.
    deadline           timestamptz,
    proof_needed       boolean NOT NULL DEFAULT false,
    -- Where the address led when it was last checked, and whether staff accepted that destination. broken and moved count
    -- as failures; other results leave the count or reset it.
    link_state         text NOT NULL DEFAULT 'unchecked' CHECK (link_state IN ('unchecked', 'good', 'moved', 'broken', 'refused')),
    link_problem       text NOT NULL DEFAULT '', -- a sentence
    link_destination   text, -- host and path
    link_accepted      text,
    link_failures      integer NOT NULL DEFAULT 0, -- in a row
    link_checked_at    timestamptz,
    link_due_at        timestamptz NOT NULL DEFAULT now(),
    pause_when_broken  boolean NOT NULL DEFAULT false,
    -- The key facts, each in a few words; empty ones are not shown.
    partner            text NOT NULL DEFAULT '',
    figure             text NOT NULL DEFAULT '', -- what it is worth, such as $150
    figure_note        text NOT NULL DEFAULT '',
    who                text NOT NULL DEFAULT '',
    minimum            text NOT NULL DEFAULT '',
    fee                text NOT NULL DEFAULT '',
    ends               text NOT NULL DEFAULT '',
    proof              text NOT NULL DEFAULT '',
    -- Offers of health plans get no visitor data and show the disclaimer of 42 CFR 422.2267(e)(41), word for word, with
    -- the numbers of organizations and products given by the partner. Until staff enter these, their sentence is left
    -- out.
    category           text NOT NULL DEFAULT 'general' CHECK (category IN ('general', 'health-plan')),
    plan_organizations integer CHECK (plan_organizations > 0),
    plan_products      integer CHECK (plan_products > 0),
    disclaimer         text GENERATED ALWAYS AS (CASE WHEN category = 'health-plan' THEN
        'We do not offer every plan available in your area. '
        || coalesce('Currently we represent ' || plan_organizations::text || ' organizations which offer ' || plan_products::text || ' products in your area. ', '')
        || 'Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.'
        END) STORED,
    CHECK (payout_model IS NOT NULL OR payout_amount IS NULL),
    CHECK (payout_currency IS NOT NULL OR payout_amount IS NULL),
    CHECK (ends_at > starts_at)
);

-- Where an offer is shown: in the carousel, on a content page, in the daily offers or among the static ones of
-- /hot-offers. Kind and number are its public id (carousel:12), by which it is linked and counted. A placement can have
-- dates of its own within those of its offer; outside of them it is on hold.
CREATE TABLE placements (
    kind        text CHECK (kind IN ('carousel', 'content', 'daily', 'static')),
    number      bigint,
    subject     event_subject NOT NULL GENERATED ALWAYS AS (CASE kind WHEN 'carousel' THEN 'offer'::event_subject WHEN 'content' THEN 'content_offer'::event_subject
        WHEN 'daily' THEN 'daily_offer'::event_subject ELSE 'static_offer'::event_subject END) STORED, -- in events and counts
    offer_id    bigint NOT NULL REFERENCES offers,
    page_id     bigint REFERENCES content_pages ON DELETE CASCADE,
    slug        text, -- the name in db/seed; null for those that staff add
    priority    smallint NOT NULL DEFAULT 1 CHECK (priority >= 1 AND priority <= 10), -- in the carousel and on pages: 10 is shown first
    position    integer NOT NULL DEFAULT 0, -- of daily and static offers
    is_active   boolean NOT NULL DEFAULT true,
    is_featured boolean NOT NULL DEFAULT false, -- on a content page
    cta_text    text NOT NULL DEFAULT 'Get Deal', -- of daily offers
    starts_at   timestamptz,
    ends_at     timestamptz,
    hold        text CHECK (hold IN ('upcoming', 'ended')),
    deleted_at  timestamptz, -- in the trash since
    PRIMARY KEY (kind, number),
    CONSTRAINT placements_slug_key UNIQUE (kind, slug),
    CHECK ((kind = 'content') = (page_id IS NOT NULL)),
    CHECK (ends_at > starts_at)
);

CREATE SEQUENCE carousel_offers_number;
CREATE SEQUENCE content_offers_number;
CREATE SEQUENCE daily_offers_number;
CREATE SEQUENCE static_offers_number;
SELECT setval((kind || '_offers_number')::regclass, last_value, is_called) FROM numbers_before;

INSERT INTO offers (id, title, description, type, image_url, address, sub_id_param, version, created_at, updated_at, advertiser_id, payout_model, payout_amount, payout_currency,
    starts_at, ends_at, daily_cap, total_cap, terms, hold, deadline, proof_needed, link_state, link_problem, link_destination, link_accepted, link_failures, link_checked_at, link_due_at,
    pause_when_broken, partner, figure, figure_note, who, minimum, fee, ends, proof, category, plan_organizations, plan_products)
OVERRIDING SYSTEM VALUE
SELECT b.offer_id, title, description, coalesce(type, 'linkout'), image_url, coalesce(o->>'target_url', o->>'url', o->>'link'), sub_id_param, version, created_at, updated_at, advertiser_id, payout_model, payout_amount, payout_currency,
    starts_at, ends_at, daily_cap, total_cap, terms, hold, deadline, coalesce(proof_needed, false), link_state, link_problem, link_destination, link_accepted, link_failures, link_checked_at, link_due_at,
    pause_when_broken, partner, figure, figure_note, who, minimum, fee, ends, proof, category, plan_organizations, plan_products
FROM offers_before b, jsonb_populate_record(NULL::offers, o);
SELECT setval(pg_get_serial_sequence('offers', 'id'), max(id)) FROM offers HAVING count(*) > 0;
UPDATE offers SET fallback_offer_id = f.offer_id FROM offers_before b JOIN offers_before f ON f.kind = b.kind AND f.id = (b.o->>'fallback_offer_id')::bigint WHERE offers.id = b.offer_id;
INSERT INTO placements (kind, number, offer_id, page_id, slug, priority, position, is_active, is_featured, cta_text, deleted_at)
SELECT b.kind, b.id, b.offer_id, p.page_id, p.slug, coalesce(p.priority, 1), coalesce(p.position, 0), p.is_active, coalesce(p.is_featured, false), coalesce(p.cta_text, 'Get Deal'), p.deleted_at
FROM offers_before b, jsonb_populate_record(NULL::placements, o) p;

CREATE INDEX offers_advertiser_id_idx ON offers (advertiser_id) WHERE advertiser_id IS NOT NULL;
CREATE INDEX offers_fallback_offer_id_idx ON offers (fallback_offer_id) WHERE fallback_offer_id IS NOT NULL;
CREATE INDEX offers_link_due ON offers (link_due_at) WHERE deleted_at IS NULL;
CREATE INDEX offers_limited ON offers (id) WHERE deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken);
-- The desk's own order, and what it looks for.
CREATE INDEX offers_titled ON offers (lower(title), id) WHERE placed IS NOT NULL;
CREATE INDEX offers_placed ON offers (placed, hold) WHERE placed IS NOT NULL;
CREATE INDEX offers_changed ON offers (updated_at, id) WHERE placed IS NOT NULL;
CREATE INDEX offers_paid ON offers (coalesce(payout_amount, 0), id) WHERE placed IS NOT NULL;
CREATE INDEX offers_ending ON offers (ends_at) WHERE placed IS NOT NULL AND ends_at IS NOT NULL;
CREATE INDEX offers_claimable ON offers (deadline) WHERE placed IS NOT NULL AND deadline IS NOT NULL;
CREATE INDEX offers_broken ON offers (id) WHERE placed IS NOT NULL AND link_state = 'broken';
CREATE INDEX offers_found ON offers USING gin (search_head(title, description || ' ' || partner)) WHERE deleted_at IS NULL AND hold IS NULL;
CREATE INDEX placements_of_offer ON placements (offer_id);
CREATE UNIQUE INDEX placements_once ON placements (offer_id, kind, coalesce(page_id, 0)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX placements_counted ON placements (subject, number);
CREATE INDEX placements_by_priority ON placements (kind, priority DESC, number) WHERE deleted_at IS NULL;
CREATE INDEX placements_by_position ON placements (kind, position, number) WHERE deleted_at IS NULL;
CREATE INDEX placements_of_page ON placements (page_id, priority DESC, number) INCLUDE (is_active, offer_id) WHERE deleted_at IS NULL AND page_id IS NOT NULL;
CREATE INDEX placements_of_page_binned ON placements (page_id, priority DESC, number) WHERE deleted_at IS NOT NULL AND page_id IS NOT NULL;
CREATE INDEX placements_dated ON placements (kind, number) WHERE deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL);

-- Where an offer's own fallback stands in for it at one of its placements. A placement elsewhere does where only links
-- in texts follow it.
CREATE FUNCTION fallback_at(fallback bigint, place text, page bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (SELECT number FROM placements WHERE offer_id = fallback AND kind = place
    ORDER BY deleted_at IS NOT NULL, page_id IS DISTINCT FROM page, number LIMIT 1);

-- Each placement with its offer, as the offers of one kind were until now. id is the number of the placement, hold why
-- it isn't shown, whether the offer is on hold or the placement, and leaves_at when it ends.
CREATE VIEW placed_offers AS
SELECT p.kind, p.number AS id, p.subject, p.offer_id, p.page_id, p.slug, p.priority, p.position, p.is_active, p.is_featured, p.cta_text, p.deleted_at,
    p.starts_at AS placement_starts_at, p.ends_at AS placement_ends_at, p.hold AS placement_hold,
    o.title, o.description, o.type, o.image_url, o.address, o.sub_id_param, o.version, o.created_at, o.updated_at, o.search, o.advertiser_id,
    o.payout_model, o.payout_amount, o.payout_currency, o.starts_at, o.ends_at, least(o.ends_at, p.ends_at) AS leaves_at, o.daily_cap, o.total_cap,
    CASE WHEN o.fallback_offer_id IS NOT NULL THEN fallback_at(o.fallback_offer_id, p.kind, p.page_id) END AS fallback_offer_id,
    o.terms, coalesce(o.hold, p.hold) AS hold, o.hold AS offer_hold, o.deadline, o.proof_needed,
    o.link_state, o.link_problem, o.link_destination, o.link_accepted, o.link_failures, o.link_checked_at, o.link_due_at, o.pause_when_broken,
    o.partner, o.figure, o.figure_note, o.who, o.minimum, o.fee, o.ends, o.proof, o.category, o.plan_organizations, o.plan_products, o.disclaimer
FROM placements p JOIN offers o ON o.id = p.offer_id;

CREATE VIEW carousel_offers AS SELECT *, address AS target_url FROM placed_offers WHERE kind = 'carousel';
CREATE VIEW content_offers AS SELECT *, address AS url FROM placed_offers WHERE kind = 'content';
CREATE VIEW daily_offers AS SELECT *, address AS link FROM placed_offers WHERE kind = 'daily';
CREATE VIEW static_offers AS SELECT *, address AS link FROM placed_offers WHERE kind = 'static';

-- Writes to these views: what a placement has of its own goes there, everything else to its offer. A new row is a new
-- offer with one placement or, if it names an offer_id, a placement of that offer. The arguments are the kind and the
-- name of the address.
-- +goose StatementBegin
CREATE FUNCTION write_placed_offer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change jsonb; -- by the names of the view, and then of the offer
    place  jsonb; -- by those of the placement
    names  text;
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM placements WHERE kind = TG_ARGV[0] AND number = OLD.id;
        RETURN OLD;
    ELSIF TG_OP = 'INSERT' THEN
        SELECT jsonb_object_agg(key, value) INTO change FROM jsonb_each(jsonb_strip_nulls(to_jsonb(NEW)));
    ELSE
        SELECT coalesce(jsonb_object_agg(key, value), '{}') INTO change FROM jsonb_each(to_jsonb(NEW)) WHERE value IS DISTINCT FROM to_jsonb(OLD) -> key;
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
    EXECUTE format('SELECT * FROM %I WHERE id = $1', TG_TABLE_NAME) INTO NEW USING NEW.id;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER write INSTEAD OF INSERT OR UPDATE OR DELETE ON carousel_offers FOR EACH ROW EXECUTE FUNCTION write_placed_offer('carousel', 'target_url');
CREATE TRIGGER write INSTEAD OF INSERT OR UPDATE OR DELETE ON content_offers FOR EACH ROW EXECUTE FUNCTION write_placed_offer('content', 'url');
CREATE TRIGGER write INSTEAD OF INSERT OR UPDATE OR DELETE ON daily_offers FOR EACH ROW EXECUTE FUNCTION write_placed_offer('daily', 'link');
CREATE TRIGGER write INSTEAD OF INSERT OR UPDATE OR DELETE ON static_offers FOR EACH ROW EXECUTE FUNCTION write_placed_offer('static', 'link');

-- What offers are by their placements: shown, unless the offer itself is on hold, if one of these is. One on a page that is
-- off is off, and one on a deleted page isn't there. An offer is in the trash once all its placements are.
-- +goose StatementBegin
CREATE FUNCTION place_offers(ids bigint[]) RETURNS void LANGUAGE sql AS $$
    UPDATE offers o SET placed = now_placed, deleted_at = gone FROM (
        SELECT offer_id, CASE WHEN bool_or(is_there AND is_on AND hold IS NULL) THEN 'shown' WHEN bool_or(is_there AND is_on AND hold = 'upcoming') THEN 'upcoming'
                WHEN bool_or(is_there AND is_on) THEN 'ended' WHEN bool_or(is_there) THEN 'off' END AS now_placed,
            CASE WHEN bool_and(deleted_at IS NOT NULL) THEN max(deleted_at) END AS gone
        FROM (SELECT offer_id, p.hold, p.deleted_at, p.deleted_at IS NULL AND c.deleted_at IS NULL AS is_there, p.is_active AND c.is_active IS NOT FALSE AS is_on
            FROM placements p LEFT JOIN content_pages c ON c.id = p.page_id WHERE offer_id = ANY (ids)) each_placement
        GROUP BY offer_id) s
    WHERE o.id = s.offer_id AND (placed IS DISTINCT FROM now_placed OR deleted_at IS DISTINCT FROM gone)
$$;
CREATE FUNCTION placement_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM place_offers(ARRAY[NEW.offer_id]);
    RETURN NULL;
END $$;
CREATE FUNCTION page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM place_offers(ARRAY(SELECT offer_id FROM placements WHERE page_id = NEW.id));
    RETURN NULL;
END $$;
-- +goose StatementEnd
SELECT place_offers(ARRAY(SELECT id FROM offers));
CREATE TRIGGER placement_changed AFTER INSERT OR UPDATE OF page_id, is_active, hold, deleted_at ON placements FOR EACH ROW EXECUTE FUNCTION placement_changed();
CREATE TRIGGER page_changed AFTER UPDATE OF is_active, deleted_at ON content_pages FOR EACH ROW EXECUTE FUNCTION page_changed();

-- What a permanently deleted placement leaves: whose offer it was, so that what it earned stays attributed, and which,
-- so that its clicks stay within the caps. An offer goes with its last placement.
ALTER TABLE gone_offers ALTER advertiser_id DROP NOT NULL, ADD COLUMN offer_id bigint;
CREATE INDEX gone_offers_offer_id_idx ON gone_offers (offer_id) WHERE offer_id IS NOT NULL;
-- +goose StatementBegin
CREATE FUNCTION placement_going() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO gone_offers (subject, id, advertiser_id, offer_id) SELECT OLD.subject, OLD.number, advertiser_id, id FROM offers
    WHERE id = OLD.offer_id AND (advertiser_id IS NOT NULL OR EXISTS (SELECT FROM placements WHERE offer_id = OLD.offer_id AND (kind, number) <> (OLD.kind, OLD.number)))
        AND EXISTS (SELECT FROM daily_counts WHERE subject = OLD.subject AND subject_id = OLD.number);
    RETURN OLD;
END $$;
CREATE FUNCTION placement_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM offers WHERE id = OLD.offer_id AND NOT EXISTS (SELECT FROM placements WHERE offer_id = OLD.offer_id);
    PERFORM place_offers(ARRAY[OLD.offer_id]);
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- Before, because of placements that are deleted together, all are gone when the first AFTER trigger runs.
CREATE TRIGGER placement_going BEFORE DELETE ON placements FOR EACH ROW EXECUTE FUNCTION placement_going();
CREATE TRIGGER placement_gone AFTER DELETE ON placements FOR EACH ROW EXECUTE FUNCTION placement_gone();

-- How much of an offer's caps is used on these days, over all its placements.
CREATE FUNCTION offer_taken(offer bigint, model text, first_day date, last_day date, zone text) RETURNS bigint LANGUAGE sql STABLE
RETURN (SELECT coalesce(sum(offer_taken(subject, number, model, first_day, last_day, zone)), 0)::bigint FROM (
    SELECT subject, number FROM placements WHERE offer_id = offer
    UNION ALL SELECT subject, id FROM gone_offers WHERE offer_id = offer) placed);

-- Why an active offer is to be on hold now, or null.
DROP FUNCTION offer_hold(event_subject, bigint, text, timestamptz, timestamptz, bigint, bigint, text, boolean, integer);
DROP FUNCTION offer_hold(event_subject, bigint, text, timestamptz, timestamptz, bigint, bigint, text);
CREATE FUNCTION offer_hold(offer bigint, model text, starts timestamptz, ends timestamptz, daily bigint, total bigint, zone text, pauses boolean, failures integer) RETURNS text LANGUAGE sql STABLE
RETURN CASE
    WHEN starts > now() THEN 'upcoming'
    WHEN ends <= now() THEN 'ended'
    WHEN total IS NOT NULL AND total <= offer_taken(offer, model, '-infinity', 'infinity', zone) THEN 'totalCap'
    WHEN daily IS NOT NULL AND daily <= offer_taken(offer, model, (now() AT TIME ZONE zone)::date, (now() AT TIME ZONE zone)::date, zone) THEN 'dailyCap'
    WHEN pauses AND failures >= 3 THEN 'brokenLink'
END;

-- The same of a placement, which has dates only.
CREATE FUNCTION placement_hold(starts timestamptz, ends timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN CASE WHEN starts > now() THEN 'upcoming' WHEN ends <= now() THEN 'ended' END;

-- The offer shown in place of a content offer: itself or, while it is on hold, its fallback.
CREATE FUNCTION shown_content_offer(wanted bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (
    WITH RECURSIVE chain AS (
        SELECT id, hold, fallback_offer_id FROM content_offers WHERE id = wanted AND is_active AND deleted_at IS NULL
        UNION SELECT o.id, o.hold, o.fallback_offer_id FROM chain JOIN content_offers o ON o.id = chain.fallback_offer_id
            WHERE chain.hold IS NOT NULL AND o.is_active AND o.deleted_at IS NULL)
    SELECT id FROM chain WHERE hold IS NULL);

-- What a yes to a question opens is a placement on a content page.
ALTER TABLE questions ADD COLUMN target_kind text NOT NULL DEFAULT 'content' CHECK (target_kind = 'content');
ALTER TABLE questions ADD CONSTRAINT questions_target_offer_id_fkey FOREIGN KEY (target_kind, target_offer_id) REFERENCES placements (kind, number) ON DELETE SET NULL (target_offer_id);

-- The offers that visitors see, by their kind in events: each at its first placement.
CREATE VIEW search_offers AS
SELECT p.subject::text AS kind, p.number AS id, coalesce(c.slug, '') AS slug, coalesce(c.title, '') AS list, o.title, o.description AS summary, o.image_url, o.created_at AS since,
    search_head(o.title, o.description || ' ' || o.partner) AS head
FROM offers o JOIN placements p ON p.offer_id = o.id LEFT JOIN content_pages c ON c.id = p.page_id
WHERE o.deleted_at IS NULL AND o.hold IS NULL AND (o.deadline IS NULL OR o.deadline > now() - interval '12 hours')
    AND (p.kind, p.number) = (SELECT q.kind, q.number FROM placements q LEFT JOIN content_pages d ON d.id = q.page_id
        WHERE q.offer_id = o.id AND q.is_active AND q.deleted_at IS NULL AND q.hold IS NULL AND d.is_active IS NOT FALSE AND d.deleted_at IS NULL
        ORDER BY q.kind, q.number LIMIT 1);

-- As in 00303_search.sql.
-- +goose StatementBegin
DO $$
DECLARE
    ops text;
BEGIN
    SELECT extnamespace::regnamespace || '.gin_trgm_ops' INTO STRICT ops FROM pg_extension WHERE extname = 'pg_trgm';
    EXECUTE format('CREATE INDEX offers_search ON offers USING gin (search %s)', ops);
EXCEPTION WHEN no_data_found THEN
    RAISE NOTICE 'pg_trgm is not there';
END $$;
-- +goose StatementEnd

-- Each offer of before is to be there as it was. If one isn't, nothing is changed.
-- +goose StatementBegin
DO $$
DECLARE
    lost text;
BEGIN
    SELECT b.kind || ':' || b.id INTO lost FROM offers_before b LEFT JOIN (
        SELECT 'carousel' AS kind, id, to_jsonb(o) AS o FROM carousel_offers o UNION ALL SELECT 'content', id, to_jsonb(o) FROM content_offers o
        UNION ALL SELECT 'daily', id, to_jsonb(o) FROM daily_offers o UNION ALL SELECT 'static', id, to_jsonb(o) FROM static_offers o) a USING (kind, id)
    WHERE (a.o @> b.o) IS NOT TRUE ORDER BY b.kind, b.id LIMIT 1;
    IF lost IS NOT NULL THEN
        RAISE EXCEPTION 'the offer % can''t be moved to the new tables', lost USING HINT = 'Nothing was changed. Correct or delete it with the previous release, and start again.';
    END IF;
END $$;
-- +goose StatementEnd
