package authors

import (
	"thriftwell/server/platform/editable"
)

// Authors declares the kind of authors. An author who is inactive or in the
// trash has no page, but bylines stay.
func Authors(site editable.Site) editable.Kind[StaffAuthor, StaffAuthor] {
	return editable.Kind[StaffAuthor, StaffAuthor]{
		Site: site, Name: "author", Table: "authors", Tags: []string{Tag},
		Path:    "/api/admin/authors",
		Missing: ErrNotFound,
		Orders:  map[string]editable.Order{"name": {By: "lower(name)", Type: "text"}, "updatedAt": editable.ByChange()},
		Written: remember,
		Key:     func(a StaffAuthor) editable.Key { return editable.Key{ID: a.ID, Version: a.Version} },
		Fields: []editable.Field{
			{Column: "name", Label: "Name", Rule: editable.Line(maxName), Required: "Enter a name.", Taken: "Another author has this name.", Hint: "Byline name"},
			{Column: "slug", Label: "Slug", Rule: editable.Slug(), Required: "Enter a slug, such as nora-quist.", Taken: "Another author has this slug.", Hint: "End of the address: /authors/…"},
			{Column: "credentials", Label: "Credentials", Rule: editable.Line(maxCredentials), Hint: "Such as “Banking and budgets; accredited financial counselor”"},
			{Column: "bio", Label: "Bio", Rule: editable.Text(maxBio), Hint: "Short bio (two sentences)"},
			{Column: "image_url", Label: "Portrait", Rule: site.Image(), Nullable: true},
			editable.Active("Has a page that bylines link to"),
			{Column: "is_example", Label: "Example", Rule: editable.Flag(), Hint: "Fictional author, labeled as an example"},
		},
	}
}
