-- +goose Up

-- What staff say about the site, where they have set it; what is not here has its default.
CREATE TABLE site_settings (
    name  text PRIMARY KEY, -- such as figures.subscribers
    value text NOT NULL
);
