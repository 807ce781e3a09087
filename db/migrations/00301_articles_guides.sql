-- +goose Up

-- Uploaded pictures. Their files are in DATA_DIR/pictures or in a bucket, named HASH-WIDTH.ENDING.
CREATE TABLE pictures (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash       text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{32}$'), -- of the file as it was uploaded
    name       text NOT NULL,
    alt        text NOT NULL DEFAULT '',
    width      integer NOT NULL CHECK (width > 0), -- as it was uploaded, upright
    height     integer NOT NULL CHECK (height > 0),
    widest     integer NOT NULL CHECK (widest > 0), -- of its files
    fallback   text NOT NULL CHECK (fallback IN ('jpg', 'png')), -- ending of those for what knows neither AVIF nor WebP
    url        text NOT NULL GENERATED ALWAYS AS ('/pictures/' || hash || '-' || widest::text || '.' || fallback) STORED,
    focal_x    integer NOT NULL DEFAULT 50 CHECK (focal_x >= 0 AND focal_x <= 100), -- percent from the left
    focal_y    integer NOT NULL DEFAULT 50 CHECK (focal_y >= 0 AND focal_y <= 100), -- percent from the top
    search     text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || alt)) STORED,
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);
CREATE INDEX pictures_newest ON pictures (id DESC) WHERE deleted_at IS NULL;

-- What pages need to know about the picture at an address; null if it is none of these.
CREATE FUNCTION picture_of(address text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN address LIKE '/pictures/%' THEN (
    SELECT jsonb_build_object('width', width, 'height', height, 'focalX', focal_x, 'focalY', focal_y)
    FROM pictures WHERE hash = substring(address FROM '^/pictures/([0-9a-f]{32})-')) END;

-- The hashes of the pictures in a text.
CREATE FUNCTION pictures_in(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT m[1] FROM regexp_matches(content, '/pictures/([0-9a-f]{32})-', 'g') AS m);

-- Authors of the magazine. Bylines of articles and guides are free text; one with an author's name links to the author.
CREATE TABLE authors (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug        text NOT NULL UNIQUE,
    name        text NOT NULL UNIQUE,
    bio         text NOT NULL DEFAULT '',
    credentials text NOT NULL DEFAULT '',
    image_url   text,
    is_active   boolean NOT NULL DEFAULT true,
    search      text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || credentials || chr(10) || bio)) STORED,
    version     integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    deleted_at  timestamptz,
    -- Fictional authors, such as those of the starting content.
    is_example  boolean NOT NULL DEFAULT false
);

-- The slugs under which authors had a page. A former slug redirects to the current one.
CREATE TABLE author_addresses (
    slug      text PRIMARY KEY,
    author_id bigint NOT NULL REFERENCES authors ON DELETE CASCADE
);
CREATE INDEX author_addresses_of_author ON author_addresses (author_id);

-- Figures, rates and legal dates in pieces, with their source and the date of the next review. Their list starts with
-- what is due first: due counts days.
CREATE TABLE claims (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    title         text NOT NULL,
    value         text NOT NULL,
    source_title  text NOT NULL DEFAULT '',
    source_url    text,
    looked_at     timestamptz,
    look_again_at timestamptz NOT NULL DEFAULT now(),
    note          text NOT NULL DEFAULT '',
    due           integer NOT NULL GENERATED ALWAYS AS ((look_again_at AT TIME ZONE 'UTC')::date - '2000-01-01'::date) STORED,
    search        text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || title || chr(10) || value || chr(10) || source_title)) STORED,
    version       integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz
);
CREATE INDEX claims_due ON claims (due, id) WHERE deleted_at IS NULL;

-- What is shown above the articles of a category: an introduction, and the article to begin with.
CREATE TABLE topics (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    category      text NOT NULL UNIQUE,
    introduction  text NOT NULL,
    first_article text,
    is_active     boolean NOT NULL DEFAULT true,
    search        text NOT NULL GENERATED ALWAYS AS (lower(category || chr(10) || introduction)) STORED,
    version       integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    deleted_at    timestamptz
);

CREATE TABLE articles (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug               text NOT NULL,
    title              text NOT NULL,
    excerpt            text NOT NULL DEFAULT '',
    category           text NOT NULL DEFAULT '',
    image_url          text,
    image_alt          text NOT NULL DEFAULT '',
    avg_savings        text,
    read_time          integer NOT NULL DEFAULT 1 CHECK (read_time > 0), -- minutes
    author_name        text NOT NULL DEFAULT 'Editorial team',
    body               text NOT NULL DEFAULT '', -- Markdown
    related            jsonb NOT NULL DEFAULT '[]', -- slugs of articles
    featured           boolean NOT NULL DEFAULT false,
    publish_at         timestamptz, -- when it comes out or came out
    reviewed_at        timestamptz,
    updated_at         timestamptz NOT NULL DEFAULT now(),
    status             text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
    tags               jsonb NOT NULL DEFAULT '[]',
    savings_assumption text, -- what avg_savings is derived from
    sources            jsonb NOT NULL DEFAULT '[]', -- titles and addresses
    revised_at         timestamptz, -- when its substance last changed, once it was public
    version            integer NOT NULL DEFAULT 1,
    created_at         timestamptz NOT NULL DEFAULT now(),
    deleted_at         timestamptz,
    -- What staff search, in lower case.
    search             text GENERATED ALWAYS AS (lower(title || chr(10) || excerpt || chr(10) || slug || chr(10) || author_name || chr(10) || tags::text)) STORED,
    -- The HTML of a text, made when the text is saved, or for starting content at the next start. rendered is the
    -- version of the renderer that made it, 0 for none.
    body_html          text NOT NULL DEFAULT '',
    toc                jsonb NOT NULL DEFAULT '[]',
    rendered           integer NOT NULL DEFAULT 0,
    word_count         integer NOT NULL DEFAULT 0,
    -- What readers are told about a corrected mistake: a text, and when.
    correction         jsonb,
    -- What readers search in articles; staff search more.
    public_search      text GENERATED ALWAYS AS (lower(title || chr(10) || excerpt)) STORED,
    -- Shows where a picture is used.
    pictures           text[] NOT NULL GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || body)) STORED,
    -- The calculations in the texts of a piece, derived from the texts: name, title, sentence and HTML of each.
    numbers            jsonb NOT NULL DEFAULT '[]',
    -- The claims marked in the texts of a piece, derived from the texts: the name of each, and its value there.
    claims             jsonb NOT NULL DEFAULT '[]',
    CHECK (publish_at IS NOT NULL OR status IN ('draft', 'archived'))
);
-- What is in the trash doesn't keep a slug from being used.
CREATE UNIQUE INDEX articles_slug_key ON articles (slug) WHERE deleted_at IS NULL;
CREATE INDEX articles_newest ON articles (publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX articles_category_newest ON articles (category, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX articles_featured_newest ON articles (publish_at DESC, id DESC) WHERE featured AND status = 'published' AND deleted_at IS NULL;
-- For the lists of staff, and for what is due.
CREATE INDEX articles_of_status ON articles (status, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_binned ON articles (id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_scheduled ON articles (publish_at) WHERE status = 'scheduled' AND deleted_at IS NULL;
CREATE INDEX articles_rendered ON articles (rendered);
-- A staff list filtered by category is read and counted from the index alone.
CREATE INDEX articles_of_category ON articles (category, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
-- The other orders of the staff lists.
CREATE INDEX articles_by_title ON articles (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX articles_by_change ON articles (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX articles_by_publish_at ON articles (coalesce(publish_at, 'infinity'), id) WHERE deleted_at IS NULL;
CREATE INDEX articles_pictures ON articles USING gin (pictures);
CREATE INDEX articles_of_author ON articles (author_name, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
-- An import also looks up slugs in the trash, which the unique indexes leave out.
CREATE INDEX articles_by_slug ON articles (slug);
CREATE INDEX articles_numbers ON articles (publish_at) WHERE numbers <> '[]' AND status = 'published' AND deleted_at IS NULL;
CREATE INDEX articles_claims ON articles (id) WHERE claims <> '[]';

-- Every slug under which a piece was ever public. A former slug redirects to the piece's current one, unless another
-- piece has taken it. The slug of a permanently deleted piece (piece_id is null) is answered with 410 Gone.
CREATE TABLE article_addresses (
    slug     text PRIMARY KEY,
    piece_id bigint REFERENCES articles ON DELETE SET NULL
);
CREATE INDEX article_addresses_of_piece ON article_addresses (piece_id);

-- A piece after each save by staff that changed more than its status. Autosaves are combined with the last revision for
-- some minutes.
CREATE TABLE article_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES articles ON DELETE CASCADE,
    version  integer NOT NULL, -- of the piece then
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false, -- saved by itself
    changed  jsonb NOT NULL, -- names of fields
    record   jsonb NOT NULL -- the piece as staff see it
);
CREATE INDEX article_revisions_of_piece ON article_revisions (piece_id, id DESC);

-- +goose StatementBegin
CREATE FUNCTION follow_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE topics SET first_article = NEW.slug WHERE first_article = OLD.slug;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER topics_follow AFTER UPDATE OF slug ON articles FOR EACH ROW
    WHEN (OLD.slug <> NEW.slug AND OLD.deleted_at IS NULL) EXECUTE FUNCTION follow_article();

CREATE TABLE guides (
    id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug                text NOT NULL,
    title               text NOT NULL,
    subtitle            text NOT NULL DEFAULT '',
    category            text NOT NULL DEFAULT '',
    tags                jsonb NOT NULL DEFAULT '[]',
    image_url           text,
    estimated_read_time integer NOT NULL DEFAULT 1 CHECK (estimated_read_time > 0), -- minutes
    author_name         text NOT NULL DEFAULT 'Editorial team',
    introduction        text NOT NULL DEFAULT '',
    conclusion          text NOT NULL DEFAULT '',
    related             jsonb NOT NULL DEFAULT '[]', -- slugs of guides
    related_articles    jsonb NOT NULL DEFAULT '[]', -- slugs of articles
    featured            boolean NOT NULL DEFAULT false,
    publish_at          timestamptz,
    reviewed_at         timestamptz,
    updated_at          timestamptz NOT NULL DEFAULT now(),
    status              text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'archived')),
    sources             jsonb NOT NULL DEFAULT '[]',
    revised_at          timestamptz,
    version             integer NOT NULL DEFAULT 1,
    created_at          timestamptz NOT NULL DEFAULT now(),
    deleted_at          timestamptz,
    search              text GENERATED ALWAYS AS (lower(title || chr(10) || subtitle || chr(10) || slug || chr(10) || author_name || chr(10) || tags::text)) STORED,
    introduction_html   text NOT NULL DEFAULT '',
    conclusion_html     text NOT NULL DEFAULT '',
    rendered            integer NOT NULL DEFAULT 0,
    word_count          integer NOT NULL DEFAULT 0,
    correction          jsonb,
    pictures            text[] NOT NULL GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || introduction || ' ' || conclusion)) STORED,
    numbers             jsonb NOT NULL DEFAULT '[]',
    claims              jsonb NOT NULL DEFAULT '[]',
    CHECK (publish_at IS NOT NULL OR status IN ('draft', 'archived'))
);
CREATE UNIQUE INDEX guides_slug_key ON guides (slug) WHERE deleted_at IS NULL;
CREATE INDEX guides_newest ON guides (publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_category_newest ON guides (category, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_featured_newest ON guides (publish_at DESC, id DESC) WHERE featured AND status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_of_status ON guides (status, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX guides_binned ON guides (id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX guides_scheduled ON guides (publish_at) WHERE status = 'scheduled' AND deleted_at IS NULL;
CREATE INDEX guides_rendered ON guides (rendered);
CREATE INDEX guides_of_category ON guides (category, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_title ON guides (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_change ON guides (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_publish_at ON guides (coalesce(publish_at, 'infinity'), id) WHERE deleted_at IS NULL;
CREATE INDEX guides_pictures ON guides USING gin (pictures);
CREATE INDEX guides_of_author ON guides (author_name, publish_at DESC, id DESC) WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_by_slug ON guides (slug);
CREATE INDEX guides_numbers ON guides (publish_at) WHERE numbers <> '[]' AND status = 'published' AND deleted_at IS NULL;
CREATE INDEX guides_claims ON guides (id) WHERE claims <> '[]';

CREATE TABLE guide_items (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guide_id       bigint NOT NULL REFERENCES guides ON DELETE CASCADE,
    position       integer NOT NULL,
    title          text NOT NULL,
    image_url      text,
    content        text NOT NULL,
    cta_text       text,
    cta_url        text,
    -- Whether the site that a step's call to action leads to pays us.
    cta_sponsored  boolean NOT NULL DEFAULT false,
    content_html   text NOT NULL DEFAULT '',
    pictures       text[] NOT NULL GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || content)) STORED,
    -- Who pays for the link of a step, if its partner is named.
    cta_advertiser text,
    UNIQUE (guide_id, position)
);
CREATE INDEX guide_items_pictures ON guide_items USING gin (pictures);

CREATE TABLE guide_addresses (
    slug     text PRIMARY KEY,
    piece_id bigint REFERENCES guides ON DELETE SET NULL
);
CREATE INDEX guide_addresses_of_piece ON guide_addresses (piece_id);

CREATE TABLE guide_revisions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    piece_id bigint NOT NULL REFERENCES guides ON DELETE CASCADE,
    version  integer NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now(),
    at       timestamptz NOT NULL DEFAULT now(),
    actor    text NOT NULL,
    autosave boolean NOT NULL DEFAULT false,
    changed  jsonb NOT NULL,
    record   jsonb NOT NULL
);
CREATE INDEX guide_revisions_of_piece ON guide_revisions (piece_id, id DESC);

-- The names of public calculations. Each belongs to one piece, even if two are published at the same moment.
CREATE TABLE tool_names (
    name     text PRIMARY KEY,
    kind     text NOT NULL,
    piece_id bigint NOT NULL
);
CREATE INDEX tool_names_piece ON tool_names (kind, piece_id);

-- The public calculators. A name belongs to one piece, which is checked when it is published.
CREATE VIEW tools AS
SELECT n ->> 'name' AS slug, n ->> 'title' AS title, n ->> 'sentence' AS sentence, n ->> 'html' AS html,
    'article' AS kind, p.id AS piece_id, p.slug AS piece_slug, p.title AS piece_title, p.excerpt AS piece_about,
    p.category, p.image_url, p.publish_at, greatest(p.revised_at, p.publish_at) AS changed
FROM articles p, jsonb_array_elements(p.numbers) n
WHERE p.numbers <> '[]' AND p.status = 'published' AND p.deleted_at IS NULL
UNION ALL
SELECT n ->> 'name', n ->> 'title', n ->> 'sentence', n ->> 'html',
    'guide', p.id, p.slug, p.title, p.subtitle,
    p.category, p.image_url, p.publish_at, greatest(p.revised_at, p.publish_at)
FROM guides p, jsonb_array_elements(p.numbers) n
WHERE p.numbers <> '[]' AND p.status = 'published' AND p.deleted_at IS NULL;

CREATE VIEW claim_uses AS
SELECT c ->> 'name' AS claim, c ->> 'value' AS value, 'article' AS kind, p.id AS piece_id, p.slug, p.title, p.status, p.version
FROM articles p, jsonb_array_elements(p.claims) c WHERE p.claims <> '[]' AND p.deleted_at IS NULL
UNION ALL
SELECT c ->> 'name', c ->> 'value', 'guide', p.id, p.slug, p.title, p.status, p.version
FROM guides p, jsonb_array_elements(p.claims) c WHERE p.claims <> '[]' AND p.deleted_at IS NULL;

-- What a piece would show if unsaved changes were saved; one for each user.
CREATE TABLE previews (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL, -- article, guide
    piece_id   bigint NOT NULL,
    keeper     text NOT NULL, -- a session's user or a token
    shown      jsonb NOT NULL, -- the piece as readers would see it
    expires_at timestamptz NOT NULL,
    UNIQUE (kind, piece_id, keeper)
);

-- Pieces whose previews are no longer shared: links to the saved piece made until then don't work.
CREATE TABLE preview_revocations (
    kind       text, -- article, guide
    piece_id   bigint,
    revoked_at timestamptz NOT NULL,
    PRIMARY KEY (kind, piece_id)
);

-- Unsaved changes of an editor to a public piece. One for each piece and editor.
CREATE TABLE working_copies (
    kind     text,
    piece_id bigint,
    editor   text, -- an email address
    draft    jsonb NOT NULL, -- the values of the form, and the record that they were typed over
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, piece_id, editor)
);

-- Versions of /privacy and /terms by admins. A version is in effect from its day until that of the next.
CREATE TABLE legal_texts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page       text NOT NULL CHECK (page IN ('privacy', 'terms')),
    effective  date NOT NULL,
    text       text NOT NULL, -- Markdown, with placeholders
    shown      text NOT NULL, -- what stood in their places when it was saved; for when it is history
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (page, effective)
);

-- The legal texts that admins have marked as reviewed by counsel, by a hash of the page's whole text.
CREATE TABLE legal_reviews (
    page        text CHECK (page IN ('privacy', 'terms')),
    digest      text,
    reviewed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (page, digest)
);
