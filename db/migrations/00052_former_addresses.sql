-- +goose Up
-- Every slug under which a piece was ever public. A former one leads to where the piece is now, unless another piece has
-- taken it; that of a piece that was deleted for good (piece_id is null) says that it is gone.
CREATE TABLE article_addresses (slug text PRIMARY KEY, piece_id bigint REFERENCES articles ON DELETE SET NULL);
CREATE INDEX article_addresses_of_piece ON article_addresses (piece_id);
INSERT INTO article_addresses SELECT slug, id FROM articles;
CREATE TABLE guide_addresses (slug text PRIMARY KEY, piece_id bigint REFERENCES guides ON DELETE SET NULL);
CREATE INDEX guide_addresses_of_piece ON guide_addresses (piece_id);
INSERT INTO guide_addresses SELECT slug, id FROM guides;
