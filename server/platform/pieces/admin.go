package pieces

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// How many revisions a list has.
const (
	defaultRevisions = 50
	maxRevisions     = 200
)

// desk answers the calls of pieces beside those of other records.
type desk[T interface{ common() Piece }] struct {
	Declaration[T]
	kind editable.Kind[T, T] // the Declaration completed
}

func (d desk[T]) calls() []editable.Call {
	revisions := d.Path + "/:id/revisions"
	return []editable.Call{
		{Method: http.MethodGet, Path: revisions, Roles: session.Readers(), Handle: d.listRevisions},
		{Method: http.MethodGet, Path: revisions + "/:revision", Roles: session.Readers(), Handle: d.showRevision},
		{Method: http.MethodPost, Path: revisions + "/:revision/restore", Roles: session.Editors(), Handle: d.restoreRevision},
		{Method: http.MethodPost, Path: d.Path + "/:id/preview-link", Roles: session.Editors(), Handle: d.previewLink, Body: maxBody},
		{Method: http.MethodDelete, Path: d.Path + "/:id/preview-link", Roles: session.Editors(), Handle: d.revokePreviewLinks},
	}
}

// piece reads the piece that a path names.
func (d desk[T]) piece(c *gin.Context) (T, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return *new(T), d.Missing
	}
	return d.kind.Get(c.Request.Context(), id)
}

// listRevisions answers GET …/:id/revisions?before=&limit=.
func (d desk[T]) listRevisions(c *gin.Context) error {
	t, err := d.piece(c)
	if err != nil {
		return err
	}
	before, err := httpx.QueryInt(c, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", defaultRevisions, 1, maxRevisions)
	if err != nil {
		return err
	}
	found, err := d.list(c.Request.Context(), t.common().ID, int64(before), limit)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, found)
	return nil
}

// revision reads the revision that a path names, and its piece.
func (d desk[T]) revision(c *gin.Context) (t T, r WholeRevision, err error) {
	if t, err = d.piece(c); err != nil {
		return t, r, err
	}
	id, err := strconv.ParseInt(c.Param("revision"), 10, 64)
	if err != nil {
		return t, r, errNoRevision()
	}
	r, err = d.find(c.Request.Context(), t.common().ID, id)
	return t, r, err
}

// showRevision answers GET …/:id/revisions/:revision.
func (d desk[T]) showRevision(c *gin.Context) error {
	_, r, err := d.revision(c)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, r)
	return nil
}

// restoreRevision answers POST …/:id/revisions/:revision/restore: the piece
// becomes what the revision holds, under its present slug, and a draft unless
// the body names another status. A correction that it has by now stays, for
// readers were told of it. The answer has a notice of the pictures that are
// gone.
func (d desk[T]) restoreRevision(c *gin.Context) error {
	in := struct {
		Status  string `json:"status"`
		Version *int   `json:"version"`
	}{Status: Draft}
	if err := httpx.OptionalJSON(c, &in); err != nil {
		return err
	}
	t, r, err := d.revision(c)
	if err != nil {
		return err
	}
	body, lost, err := d.restorable(t, r)
	if err != nil {
		return err
	}
	if body["status"], err = json.Marshal(in.Status); err != nil {
		return err
	}
	ctx := c.Request.Context()
	after, err := d.kind.Edit(ctx, session.ActorOf(ctx), t.common().ID, in.Version, body)
	if err != nil {
		return err
	}
	if lost == 0 {
		c.JSON(http.StatusOK, after)
		return nil
	}
	fields, err := fieldsOf(after)
	if err == nil {
		fields["notice"], err = json.Marshal(lostPictures(lost))
	}
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, fields)
	return nil
}

// previewLink answers POST …/:id/preview-link. Without a body it leads to the
// piece as it is saved, for whoever has the link; a body is what somebody has
// typed, as of a PUT, and leads to what that would show.
func (d desk[T]) previewLink(c *gin.Context) error {
	var body map[string]json.RawMessage
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	t, err := d.piece(c)
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
	if err := d.kind.Verify(c.Request.Context(), &t, body); err != nil {
		return err
	}
	typed, err := d.over(t, body)
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

// revokePreviewLinks answers DELETE …/:id/preview-link: no link that was made
// until now leads to the preview any more.
func (d desk[T]) revokePreviewLinks(c *gin.Context) error {
	t, err := d.piece(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	at, err := d.Pieces.revoke(ctx, session.ActorOf(ctx), d.Name, t.common())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, gin.H{"revokedAt": at})
	return nil
}

// over gives a piece as it would be with the fields of a body.
func (d desk[T]) over(t T, body map[string]json.RawMessage) (out T, err error) {
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
		return out, fault.New(fault.Invalid, "The body can't be read.").Because(err)
	}
	return out, nil
}
