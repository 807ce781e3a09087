package pictures

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Limits for an upload. A request that is too large is still read up to
// maxBody, because a browser doesn't read the response while it is sending.
const (
	maxBody        = 128 << 20
	uploadDeadline = 2 * time.Minute
	dropDeadline   = 30 * time.Second
)

// Library is the library of uploaded pictures.
type Library struct {
	editable.Records
	Service
	kind  editable.Kind[Picture, Picture]
	store *Store
}

// Pictures declares the kind of pictures. They are created by uploads, and
// can't be deleted while something shows them.
func Pictures(site editable.Site, s Service) *Library {
	l := &Library{Service: s, store: NewStore(site.DB)}
	l.kind = editable.Kind[Picture, Picture]{
		Site: site, Name: "picture", Table: "pictures",
		Path:       "/api/admin/pictures",
		Descending: true, Missing: ErrNotFound,
		Key:   func(p Picture) editable.Key { return editable.Key{ID: p.ID, Version: p.Version} },
		Brief: &editable.Brief[Picture]{Columns: "*", Show: func(p Picture) any { return p.Card }},
		Fields: []editable.Field{
			{Column: "alt", Rule: editable.Line(maxAlt), Doc: "Alt text for screen readers."},
			{Column: "name", Rule: editable.Line(maxName), Required: "Please enter a name.", Default: true},
			{Column: "focal_x", Rule: editable.Number(0, 100), Doc: "Focal point when cropped, in percent from the left."},
			{Column: "focal_y", Rule: editable.Number(0, 100), Doc: "Focal point when cropped, in percent from the top."},
		},
		New: &editable.Call{
			Method: http.MethodPost, Path: "/api/admin/pictures", Roles: session.Editors(),
			Handle: l.upload, Body: maxBody, Deadline: uploadDeadline,
			Doc: editable.Doc{
				Name: "create", Does: "Uploads a JPEG, PNG, WebP, AVIF, GIF, or TIFF of at most 25 MB and 50 megapixels, makes all sizes, and strips its metadata. Uploading the same file again returns the same picture.",
				Takes: editable.Media{"multipart/form-data": []editable.Field{
					{Name: "file", Rule: editable.Rule{Schema: editable.Schema{Of: editable.File{}}}, Required: "yes"},
					{Name: "alt", Rule: editable.Line(maxAlt), Doc: "Alt text."},
				}},
				Status: http.StatusCreated, Gives: Picture{},
			},
		},
		Derive: mayDelete, Load: loadUses, TagsOf: tags,
		Log: func(p Picture) any { return p.Card },
	}
	l.Records = l.kind
	return l
}

// upload handles POST with multipart file and optional alt.
func (l *Library) upload(c *gin.Context) error {
	if control := http.NewResponseController(c.Writer); control.SetReadDeadline(time.Now().Add(uploadDeadline)) == nil {
		_ = control.SetWriteDeadline(time.Now().Add(2 * uploadDeadline))
	}
	folder, err := os.MkdirTemp("", "picture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	sent, err := receive(c.Request, filepath.Join(folder, "upload"))
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	p, err := l.take(ctx, session.ActorOf(ctx), sent, folder)
	if err != nil {
		return err
	}
	c.JSON(http.StatusCreated, p)
	return nil
}

// take creates a picture from a file. The same file always gives the same
// picture.
func (l *Library) take(ctx context.Context, by session.Actor, sent upload, folder string) (Picture, error) {
	if p, err := l.again(ctx, by, sent.hash); !errors.Is(err, ErrNotFound) {
		return p, err
	}
	m, err := l.Encoder.encode(ctx, by.Email, sent.file, folder)
	if err != nil {
		if f := new(fault.Error); errors.As(err, &f) && errors.Unwrap(f) != nil {
			slog.WarnContext(ctx, "couldn't make a picture", "error", err)
		}
		return Picture{}, err
	}
	card := Card{Hash: sent.hash, Widest: m.Widths[len(m.Widths)-1], Fallback: m.Fallback}
	kept := false
	kind := together(l.kind, func() (err error) {
		kept, err = true, l.keep(ctx, card, folder)
		return err
	})
	made, err := kind.Create(ctx, by, map[string]any{
		"hash": sent.hash, "name": sent.name, "alt": sent.alt, "width": m.Width, "height": m.Height, "widest": card.Widest, "fallback": m.Fallback,
	})
	if err == nil {
		if m.Animated {
			made[0].Notice = stillNotice
		}
		return made[0], nil
	}
	p, again := l.again(ctx, by, sent.hash)
	if again == nil {
		return p, nil // the same file was uploaded twice at once
	}
	if kept && errors.Is(again, ErrNotFound) {
		err = errors.Join(err, l.drop(ctx, card))
	}
	return Picture{}, err
}

// keep stores the files of a picture, all or none.
func (l *Library) keep(ctx context.Context, card Card, folder string) error {
	for _, name := range card.FileNames() {
		if err := l.Files.Put(ctx, name, filepath.Join(folder, name[len(card.Hash)+1:])); err != nil {
			return errors.Join(fmt.Errorf("save a picture: %w", err), l.drop(ctx, card))
		}
	}
	return nil
}

// drop removes the files of a picture, even if the request has been canceled.
func (l *Library) drop(ctx context.Context, card Card) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropDeadline)
	defer cancel()
	var failed []error
	for _, name := range card.FileNames() {
		failed = append(failed, l.Files.Remove(ctx, name))
	}
	return errors.Join(failed...)
}

// again returns the picture created from the same file before, restoring it
// from the trash if necessary.
func (l *Library) again(ctx context.Context, by session.Actor, hash string) (Picture, error) {
	p, err := l.store.byHash(ctx, hash)
	if err != nil {
		return p, err
	}
	if p.DeletedAt == nil {
		return l.kind.Get(ctx, p.ID)
	}
	back, err := l.kind.Each(ctx, by, editable.Restore, p.ID)
	if err == nil && len(back) == 0 {
		err = fault.Busy("This picture is being deleted. Try again in an hour.", time.Hour, nil)
	}
	if err != nil {
		return p, err
	}
	return back[0], nil
}

// EmptyBin implements editable.Records. It also removes the files of what it
// deletes.
func (l *Library) EmptyBin(ctx context.Context) error {
	gone, err := l.store.forget(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range gone {
		failed = append(failed, l.drop(ctx, p.Card))
	}
	return errors.Join(failed...)
}
