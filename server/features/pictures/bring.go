package pictures

import (
	"context"
	"errors"

	"thriftwell/server/platform/session"
)

// After returns at most limit pictures that are not in the trash: those with the
// lowest ids above id.
func (l *Library) After(ctx context.Context, id int64, limit int) ([]Card, error) {
	return l.store.After(ctx, id, limit)
}

// Bring adds a picture as another site has it, whose files the caller keeps,
// and reports whether it was not there. One in the trash comes out of it.
func (l *Library) Bring(ctx context.Context, by session.Actor, c Card) (isNew bool, err error) {
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
