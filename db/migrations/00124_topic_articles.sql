-- +goose Up
-- The article that a topic begins with goes on being it under another slug.
UPDATE topics t SET first_article = a.slug FROM article_addresses d JOIN articles a ON a.id = d.piece_id
WHERE d.slug = t.first_article AND NOT EXISTS (SELECT FROM articles o WHERE o.slug = t.first_article);

-- +goose StatementBegin
CREATE FUNCTION follow_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE topics SET first_article = NEW.slug WHERE first_article = OLD.slug;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER topics_follow AFTER UPDATE OF slug ON articles FOR EACH ROW
    WHEN (OLD.slug <> NEW.slug AND OLD.deleted_at IS NULL) EXECUTE FUNCTION follow_article();
