package claims

import (
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

// Claims declares the kind of claims. The list starts with those due for
// review.
func Claims(desk Desk) editable.Kind[Claim, Claim] {
	k := editable.Kind[Claim, Claim]{
		Site: desk.Site, Name: pieces.ClaimKind, Table: "claims",
		Path: path,
		Sort: "due", Missing: errMissing,
		Orders: map[string]editable.Order{"title": editable.ByTitle(), "updatedAt": editable.ByChange()},
		Key:    func(c Claim) editable.Key { return editable.Key{ID: c.ID, Version: c.Version, Sort: c.Due} },
		Fields: []editable.Field{
			{Column: "title", Label: "Title", Rule: editable.Line(maxTitle), Required: "Enter a title.", Hint: "Shown to readers below the text"},
			{Column: "value", Label: "Value", Rule: value(), Required: "Enter a value.", Hint: "As it appears in the text, such as $250,000 or 4.2%"},
			{Column: "name", Label: "Name", Rule: editable.Slug(), Fixed: true, Required: "Enter a name.", Taken: "Another claim has this name.", Hint: "Used in Markdown, such as deposit-insurance-limit. Can’t be changed later."},
			{Column: "source_title", Label: "Source", Rule: editable.Line(editable.MaxTitle)},
			{Column: "source_url", Label: "Source URL", Rule: editable.URL(), Nullable: true},
			{Column: "looked_at", Label: "Checked", Rule: editable.Time(), Control: "day", Nullable: true, Hint: "When someone last checked the source"},
			{Column: "look_again_at", Label: "Check again", Rule: editable.Time(), Control: "day", Hint: "Defaults to a year after the last check"},
			{Column: "note", Label: "Note", Rule: editable.Text(maxNote), Hint: "For staff: what depends on it and what to check"},
		},
		Derive: derive, Load: load, Log: unlisted, TagsOf: tagsOf,
	}
	k.More = []editable.Call{{Method: http.MethodPost, Path: path + "/:id/update-pieces", Roles: session.Editors(), Handle: updater{desk, k}.update, Doc: editable.Doc{
		Name: "updatePiecesOf", Does: "Updates the claim's value in the text of the given articles and guides, each with a revision. All are updated or none; returns 409 if the claim or a piece has changed.",
		Takes: update{}, Gives: Claim{},
	}}}
	return k
}

// value accepts a value that can appear in a text.
func value() editable.Rule {
	return editable.And(editable.Line(markdown.MaxClaim), func(text string) (wrong string) {
		if !markdown.IsClaimValue(text) {
			wrong = "A value can't contain brackets or other Markdown characters."
		}
		return wrong
	})
}

// tagsOf returns the cache tags of the pages that show a claim.
func tagsOf(_ *Claim, after Claim) (tags []string) {
	for _, u := range after.Uses {
		tags = append(tags, pieces.Tag(u.Kind, u.Slug))
	}
	return tags
}

// updater updates a claim's value in pieces.
type updater struct {
	Desk
	kind editable.Kind[Claim, Claim]
}

// piece identifies a piece and the version the user saw.
type piece struct {
	Kind    string   `json:"kind" enum:"article|guide"`
	PieceID httpx.ID `json:"pieceId"`
	Version int      `json:"version"`
}

// update lists the pieces to update with a claim's value.
type update struct {
	Version int     `json:"version"` // version of the claim
	Pieces  []piece `json:"pieces" minItems:"1" maxItems:"500"`
}

// update handles POST …/:id/update-pieces. Either all pieces get the claim's
// value in its version, or none do.
func (u updater) update(c *gin.Context) error {
	var in update
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
	return httpx.JSON(c, claim, err)
}
