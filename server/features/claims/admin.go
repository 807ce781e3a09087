package claims

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/session"
)

const path = "/api/admin/claims"

// Claims declares the claims. What is due first comes first.
func Claims(desk Desk) editable.Kind[Claim, Claim] {
	k := editable.Kind[Claim, Claim]{
		Site: desk.Site, Name: pieces.ClaimKind, Table: "claims", Bin: true,
		Path: path, Readers: session.Readers(), Editors: session.Editors(),
		Sort: "due", Search: "search", Show: editable.AsIs[Claim], Missing: errMissing,
		Orders: map[string]editable.Order{"title": editable.ByTitle(), "updatedAt": editable.ByChange()},
		Key:    func(c Claim) editable.Key { return editable.Key{ID: c.ID, Version: c.Version, Sort: c.Due} },
		Fields: []editable.Field{
			{Column: "name", Rule: editable.Slug(), Fixed: true, Required: required, Taken: "Another claim has this name."},
			{Column: "title", Rule: editable.Line(maxTitle), Required: required},
			{Column: "value", Rule: value, Required: required},
			{Column: "source_title", Rule: editable.Line(editable.MaxTitle)},
			{Column: "source_url", Rule: editable.URL(), Nullable: true},
			{Column: "looked_at", Rule: editable.Time(), Nullable: true},
			{Column: "look_again_at", Rule: editable.Time()},
			{Column: "note", Rule: editable.Text(maxNote)},
		},
		Derive: derive, Load: load, Log: unlisted, TagsOf: tagsOf,
	}
	k.More = []editable.Call{{Method: http.MethodPost, Path: path + "/:id/update-pieces", Roles: session.Editors(), Handle: updater{desk, k}.update}}
	return k
}

const required = "Name, title and value are required"

// value takes what can stand in a text.
func value(sent json.RawMessage) (any, string) {
	read, wrong := editable.Line(markdown.MaxClaim)(sent)
	if wrong == "" && !markdown.IsClaimValue(read.(string)) {
		wrong = "A value holds no brackets, and nothing else that means something in Markdown."
	}
	return read, wrong
}

// tagsOf gives the tags of the pages that show a claim.
func tagsOf(_ *Claim, after Claim) (tags []string) {
	for _, u := range after.Uses {
		tags = append(tags, pieces.Tag(u.Kind, u.Slug))
	}
	return tags
}

// updater brings the value of a claim into pieces.
type updater struct {
	Desk
	kind editable.Kind[Claim, Claim]
}

// piece names a piece as somebody saw it.
type piece struct {
	Kind    string   `json:"kind"`
	PieceID httpx.ID `json:"pieceId"`
	Version int      `json:"version"`
}

// update answers POST …/:id/update-pieces: each of the pieces gets the value
// that the claim has in its version, or none does.
func (u updater) update(c *gin.Context) error {
	var in struct {
		Version int     `json:"version"`
		Pieces  []piece `json:"pieces"`
	}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return errMissing
	}
	if len(in.Pieces) == 0 || len(in.Pieces) > editable.MaxBatch {
		return errNoPieces
	}
	ctx := c.Request.Context()
	if err := u.updateAll(ctx, session.ActorOf(ctx), id, in.Version, in.Pieces); err != nil {
		return err
	}
	claim, err := u.kind.Get(ctx, id)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, claim)
	return nil
}
