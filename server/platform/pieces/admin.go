package pieces

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// desk handles the calls of pieces that other records don't have.
type desk[T interface{ common() Piece }] struct {
	Declaration[T]
	kind editable.Kind[T, T] // the completed Declaration
}

func (d desk[T]) calls() []editable.Call {
	return []editable.Call{
		{
			Method: http.MethodPost, Path: d.Path + "/:id/preview-link", Roles: session.Editors(), Handle: d.previewLink, Body: maxBody,
			Doc: editable.Doc{
				Name: "previewLinkOf", Does: "Creates a preview link that works without an account: of the saved version, for a week, or of the version in the body, for 15 minutes and the same link for each user.",
				Takes: editable.Input{}, Optional: true, Status: http.StatusCreated, Gives: link{},
			},
		},
		{
			Method: http.MethodDelete, Path: d.Path + "/:id/preview-link", Roles: session.Editors(), Handle: d.revokePreviewLinks,
			Doc: editable.Doc{Name: "revokePreviewLinksOf", Does: "Stops sharing the preview. Existing links stop working.", Gives: revoked{}},
		},
	}
}

// revoked is when links were revoked.
type revoked struct {
	RevokedAt time.Time `json:"revokedAt"`
}

// previewLink handles POST …/:id/preview-link. Without a body it makes a link
// to the saved piece, for anyone who has the link. With a body, which is like
// that of a PUT, it makes a link to the piece with these unsaved changes.
func (d desk[T]) previewLink(c *gin.Context) error {
	var body map[string]json.RawMessage
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	t, err := d.kind.Of(c)
	if err != nil {
		return err
	}
	id := t.common().ID
	if len(body) == 0 {
		link, err := d.Pieces.linkToSaved(c.Request.Context(), d.Name, id)
		if err != nil {
			return err
		}
		c.JSON(http.StatusCreated, link)
		return nil
	}
	if _, err := d.kind.Read(c.Request.Context(), body, &t); err != nil {
		return err
	}
	typed, err := d.withFields(t, body)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	shown, err := d.Shown(ctx, typed)
	if err != nil {
		return err
	}
	link, err := d.Pieces.linkToTyped(ctx, session.ActorOf(ctx), d.Name, id, shown)
	if err != nil {
		return err
	}
	c.JSON(http.StatusCreated, link)
	return nil
}

// revokePreviewLinks handles DELETE …/:id/preview-link, which revokes all links
// made so far.
func (d desk[T]) revokePreviewLinks(c *gin.Context) error {
	t, err := d.kind.Of(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	at, err := d.Pieces.revoke(ctx, session.ActorOf(ctx), d.Name, t.common())
	return httpx.JSON(c, revoked{at}, err)
}

// withFields returns a copy of a piece with the fields of a body.
func (d desk[T]) withFields(t T, body map[string]json.RawMessage) (out T, err error) {
	fields, err := fieldsOf(t)
	if err != nil {
		return out, err
	}
	for _, f := range d.kind.Fields {
		if sent, ok := body[f.In()]; ok && (f.Nullable || string(sent) != "null") {
			fields[f.In()] = sent
		}
	}
	merged, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(merged, &out)
	}
	if err != nil {
		return out, fault.New(fault.Invalid, "We couldn't read the body.").Because(err)
	}
	return out, nil
}
