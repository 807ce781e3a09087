package pictures

import (
	"context"
	"errors"

	"thriftwell/server/platform/session"
)

// After returns up to limit pictures that are not in the trash, with IDs above
// id in ascending order.
func (l *Library) After(ctx context.Context, id int64, limit int) ([]Card, error) {
	return l.store.After(ctx, id, limit)
}

// Import adds a picture imported from another site, and reports whether it is
// new. The caller stores its files. A picture in the trash is restored.
func (l *Library) Import(ctx context.Context, by session.Actor, c Card) (isNew bool, err error) {
	there, err := l.store.byHash(ctx, c.Hash)
	switch {
	case err == nil && there.DeletedAt == nil:
		return false, nil
	case err == nil:
		_, err = l.again(ctx, by, c.Hash)
		return err == nil, err
	case !errors.Is(err, ErrNotFound):
		return false, err
	}
	_, err = l.kind.Create(ctx, by, map[string]any{
		"hash": c.Hash, "name": c.Name, "alt": c.Alt, "width": c.Width, "height": c.Height,
		"focal_x": c.FocalX, "focal_y": c.FocalY, "widest": c.Widest, "fallback": c.Fallback,
	})
	return err == nil, err
}
