-- +goose Up

-- The day on which a subscriber last opened a page by a link of a letter; kept only while LETTER_ENGAGEMENT is on.
ALTER TABLE subscribers ADD COLUMN engaged_on date;
CREATE INDEX subscribers_engaged ON subscribers (engaged_on) WHERE engaged_on IS NOT NULL;

-- Whether the links of the letter's mails tell who follows them.
ALTER TABLE letters ADD COLUMN tells_readers boolean NOT NULL DEFAULT false;

-- How often the picture in a letter's mails was loaded, with LETTER_OPENS, and by whose program.
CREATE TABLE letter_loads (
    letter_id bigint NOT NULL REFERENCES letters ON DELETE CASCADE,
    loader    text NOT NULL CHECK (loader IN ('apple', 'gmail', 'yahoo', 'other')),
    loads     bigint NOT NULL,
    PRIMARY KEY (letter_id, loader)
);
