package authors

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
)

// Authors declares the authors. Who is not active, or in the bin, has no page;
// the bylines stay.
func Authors(site editable.Site) editable.Kind[StaffAuthor, StaffAuthor] {
	return editable.Kind[StaffAuthor, StaffAuthor]{
		Site: site, Name: "author", Table: "authors", Tags: []string{Tag}, Bin: true,
		Path: "/api/admin/authors", Readers: session.Readers(), Editors: session.Editors(),
		Search: "search", Show: editable.AsIs[StaffAuthor], Missing: ErrNotFound,
		Orders:  map[string]editable.Order{"name": {By: "lower(name)", Type: "text"}, "updatedAt": editable.ByChange()},
		Written: remember,
		Key:     func(a StaffAuthor) editable.Key { return editable.Key{ID: a.ID, Version: a.Version} },
		Fields: []editable.Field{
			{Column: "name", Rule: editable.Line(maxName), Required: "Name and slug are required", Taken: "Another author has this name."},
			{Column: "slug", Rule: editable.Slug(), Required: "Name and slug are required", Taken: "Another author has this slug."},
			{Column: "bio", Rule: editable.Text(maxBio)},
			{Column: "credentials", Rule: editable.Line(maxCredentials)},
			{Column: "image_url", Rule: site.Image(), Nullable: true},
			{Column: "is_active", Rule: editable.Flag()},
			{Column: "is_example", Rule: editable.Flag()},
		},
	}
}
