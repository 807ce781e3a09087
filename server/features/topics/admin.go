package topics

import (
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
)

// Topics declares the topics.
func Topics(site editable.Site) editable.Kind[StaffTopic, StaffTopic] {
	return editable.Kind[StaffTopic, StaffTopic]{
		Site: site, Name: "topic", Table: "topics", Tags: []string{Tag}, Bin: true,
		Path: "/api/admin/topics", Readers: session.Readers(), Editors: session.Editors(),
		Search: "search", Show: editable.AsIs[StaffTopic], Missing: ErrNotFound,
		Orders:  map[string]editable.Order{"category": {By: "category", Type: "text"}, "updatedAt": editable.ByChange()},
		Written: holdsItsArticle,
		Key:     func(t StaffTopic) editable.Key { return editable.Key{ID: t.ID, Version: t.Version} },
		Fields: []editable.Field{
			{Column: "category", Rule: editable.Slug(), Required: "Category and introduction are required", Taken: "This category has its topic already."},
			{Column: "introduction", Rule: editable.Text(maxIntroduction), Required: "Category and introduction are required"},
			{Column: "first_article", Rule: editable.Slug(), Nullable: true},
			{Column: "is_active", Rule: editable.Flag()},
		},
	}
}
