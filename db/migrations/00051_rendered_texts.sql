-- +goose Up
-- The HTML of a text is made once, when the text is saved; what the starting content brings, at the next start. rendered
-- is the version of the renderer that made it, 0 for none.
ALTER TABLE articles
    ADD body_html text NOT NULL DEFAULT '',
    ADD toc jsonb NOT NULL DEFAULT '[]',
    ADD rendered integer NOT NULL DEFAULT 0,
    ADD word_count integer NOT NULL DEFAULT 0;
ALTER TABLE guides
    ADD introduction_html text NOT NULL DEFAULT '',
    ADD conclusion_html text NOT NULL DEFAULT '',
    ADD rendered integer NOT NULL DEFAULT 0,
    ADD word_count integer NOT NULL DEFAULT 0;
ALTER TABLE guide_items ADD content_html text NOT NULL DEFAULT '';
CREATE INDEX articles_rendered ON articles (rendered);
CREATE INDEX guides_rendered ON guides (rendered);
