package seed

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// loadClaims loads a file of claims. One that nobody has looked at is due at
// once, the others a year after somebody did.
func loadClaims(ctx context.Context, tx pgx.Tx, _ string, content []byte) error {
	claims, err := ReadClaims(content)
	if err != nil {
		return err
	}
	for _, c := range claims {
		_, err := tx.Exec(ctx, `INSERT INTO claims (name, title, value, source_title, source_url, note, looked_at, look_again_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, coalesce($7::timestamptz + interval '1 year', now())) ON CONFLICT DO NOTHING`,
			c.Name, c.Title, c.Value, c.SourceTitle, orNull(c.SourceURL), c.Note, c.LookedAt.orNull())
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// Claim is a claim in a file.
type Claim struct {
	Name, Title, Value, Note string
	SourceTitle              string `yaml:"sourceTitle"`
	SourceURL                string `yaml:"sourceUrl"`
	LookedAt                 Date   `yaml:"lookedAt"`
}

// ReadClaims reads a file of claims.
func ReadClaims(content []byte) ([]Claim, error) {
	var file struct{ Claims []Claim }
	err := ReadYAML(content, &file)
	return file.Claims, err
}
