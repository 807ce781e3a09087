package seed

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// loadTopic loads a file of a topic.
func loadTopic(ctx context.Context, tx pgx.Tx, category string, content []byte, _ bool) error {
	t, err := ReadTopic(content)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO topics (category, introduction, first_article) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		category, t.Introduction, orNull(t.First))
	return err
}
