-- +goose Up

-- Pictures of the daily and the static offers, as the other offers have them: of this site, /images/….
ALTER TABLE daily_offers ADD COLUMN image_url text;
ALTER TABLE static_offers ADD COLUMN image_url text;
UPDATE daily_offers SET image_url = '/images/offers/' || slug || '.svg' WHERE slug IS NOT NULL;
UPDATE static_offers SET image_url = '/images/offers/' || slug || '.svg' WHERE slug IS NOT NULL;
