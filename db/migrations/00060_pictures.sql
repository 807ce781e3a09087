-- +goose Up
-- Pictures that staff uploaded. Their files lie in DATA_DIR/pictures or in a bucket, named HASH-WIDTH.ENDING.
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
    focal_x    integer NOT NULL DEFAULT 50 CHECK (focal_x BETWEEN 0 AND 100), -- percent from the left
    focal_y    integer NOT NULL DEFAULT 50 CHECK (focal_y BETWEEN 0 AND 100), -- percent from the top
    search     text NOT NULL GENERATED ALWAYS AS (lower(name || chr(10) || alt)) STORED,
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);
CREATE INDEX pictures_newest ON pictures (id DESC) WHERE deleted_at IS NULL;
-- +goose StatementBegin
DO $$ BEGIN
    CREATE INDEX pictures_search ON pictures USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
EXCEPTION WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm is not there: %', SQLERRM;
END $$;
-- +goose StatementEnd

-- What pages need of the picture at an address, null where it is none of these.
-- +goose StatementBegin
CREATE FUNCTION picture_of(address text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN address LIKE '/pictures/%' THEN (
    SELECT jsonb_build_object('width', width, 'height', height, 'focalX', focal_x, 'focalY', focal_y)
    FROM pictures WHERE hash = substring(address FROM '^/pictures/([0-9a-f]{32})-')) END;
-- +goose StatementEnd

-- The hashes of the pictures that a text names.
-- +goose StatementBegin
CREATE FUNCTION pictures_in(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT m[1] FROM regexp_matches(content, '/pictures/([0-9a-f]{32})-', 'g') AS m);
-- +goose StatementEnd

-- Tells where a picture is used.
ALTER TABLE articles ADD pictures text[] NOT NULL GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || body)) STORED;
ALTER TABLE guides ADD pictures text[] NOT NULL
    GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || introduction || ' ' || conclusion)) STORED;
ALTER TABLE guide_items ADD pictures text[] NOT NULL GENERATED ALWAYS AS (pictures_in(coalesce(image_url, '') || ' ' || content)) STORED;
CREATE INDEX articles_pictures ON articles USING gin (pictures);
CREATE INDEX guides_pictures ON guides USING gin (pictures);
CREATE INDEX guide_items_pictures ON guide_items USING gin (pictures);
