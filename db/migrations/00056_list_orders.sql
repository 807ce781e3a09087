-- +goose Up
-- The other orders of the lists of staff.
CREATE INDEX articles_by_title ON articles (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX articles_by_change ON articles (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX articles_by_publish_at ON articles (coalesce(publish_at, 'infinity'), id) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_title ON guides (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_change ON guides (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX guides_by_publish_at ON guides (coalesce(publish_at, 'infinity'), id) WHERE deleted_at IS NULL;
