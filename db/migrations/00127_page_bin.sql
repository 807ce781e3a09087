-- +goose Up
-- Pages can be deleted. When one is gone for good, so are its offers and questions.
ALTER TABLE content_pages ADD deleted_at timestamptz;
ALTER TABLE content_offers DROP CONSTRAINT content_offers_page_id_fkey,
    ADD FOREIGN KEY (page_id) REFERENCES content_pages ON DELETE CASCADE;
ALTER TABLE questions DROP CONSTRAINT questions_page_id_fkey,
    ADD FOREIGN KEY (page_id) REFERENCES content_pages ON DELETE CASCADE;
