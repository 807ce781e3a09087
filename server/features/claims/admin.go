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

// Claims declares the claims. What is due first comes first.
func Claims(desk Desk) editable.Kind[Claim, Claim] {
	k := editable.Kind[Claim, Claim]{
		Site: desk.Site, Name: pieces.ClaimKind, Table: "claims",
		Path: path,
		Sort: "due", Missing: errMissing,
		Orders: map[string]editable.Order{"title": editable.ByTitle(), "updatedAt": editable.ByChange()},
		Key:    func(c Claim) editable.Key { return editable.Key{ID: c.ID, Version: c.Version, Sort: c.Due} },
		Fields: []editable.Field{
			{Column: "title", Label: "Title", Rule: editable.Line(maxTitle), Required: required, Hint: "What it is, as readers see it below a piece"},
			{Column: "value", Label: "Value", Rule: value(), Required: required, Hint: "As texts have it, such as $250,000 or 4.2%"},
			{Column: "name", Label: "Name", Rule: editable.Slug(), Fixed: true, Required: required, Taken: "Another claim has this name.", Hint: "In marks, such as deposit-insurance-limit. It can’t be changed later."},
			{Column: "source_title", Label: "Source", Rule: editable.Line(editable.MaxTitle)},
			{Column: "source_url", Label: "Address of the source", Rule: editable.URL(), Nullable: true},
			{Column: "looked_at", Label: "Checked", Rule: editable.Time(), Control: "day", Nullable: true, Hint: "When somebody last read the source"},
			{Column: "look_again_at", Label: "Check again", Rule: editable.Time(), Control: "day", Hint: "Left empty in a new claim, a year after it was checked"},
			{Column: "note", Label: "Note", Rule: editable.Text(maxNote), Hint: "For staff: what follows from it, and what to look for"},
		},
		Derive: derive, Load: load, Log: unlisted, TagsOf: tagsOf,
	}
	k.More = []editable.Call{{Method: http.MethodPost, Path: path + "/:id/update-pieces", Roles: session.Editors(), Handle: updater{desk, k}.update, Doc: editable.Doc{
		Name: "updatePiecesOf", Does: "Brings the value of a claim into the texts of pieces, each with a revision, all of them or none: with another version of the claim or of a piece the answer is 409.",
		Takes: update{}, Gives: Claim{},
	}}}
	return k
}

const required = "Name, title and value are required"

// value takes what can stand in a text.
func value() editable.Rule {
	return editable.And(editable.Line(markdown.MaxClaim), func(text string) (wrong string) {
		if !markdown.IsClaimValue(text) {
			wrong = "A value holds no brackets, and nothing else that means something in Markdown."
		}
		return wrong
	})
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
	Kind    string   `json:"kind" enum:"article|guide"`
	PieceID httpx.ID `json:"pieceId"`
	Version int      `json:"version"`
}

// update is the pieces that get the value of a claim.
type update struct {
	Version int     `json:"version"` // of the claim
	Pieces  []piece `json:"pieces" minItems:"1" maxItems:"500"`
}

// update answers POST …/:id/update-pieces: each of the pieces gets the value
// that the claim has in its version, or none does.
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
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, claim)
	return nil
}
