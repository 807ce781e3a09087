package topics

import (
	"thriftwell/server/platform/editable"
)

// Topics declares the kind of topics.
func Topics(site editable.Site) editable.Kind[StaffTopic, StaffTopic] {
	return editable.Kind[StaffTopic, StaffTopic]{
		Site: site, Name: "topic", Table: "topics", Tags: []string{Tag},
		Path:    "/api/admin/topics",
		Missing: ErrNotFound,
		Orders:  map[string]editable.Order{"category": {By: "category", Type: "text"}, "updatedAt": editable.ByChange()},
		Written: checkArticle,
		Key:     func(t StaffTopic) editable.Key { return editable.Key{ID: t.ID, Version: t.Version} },
		Fields: []editable.Field{
			{Column: "category", Label: "Category", Rule: editable.Slug(), Control: "category", Required: "Choose a category.", Taken: "This category already has a topic."},
			{Column: "introduction", Label: "Introduction", Rule: editable.Text(maxIntroduction), Required: "Enter an introduction.", Hint: "A sentence or two, shown above the articles"},
			{Column: "first_article", Label: "First article", Rule: editable.Slug(), Control: "article", Nullable: true, Hint: "Shown first in its category. If empty, the newest is first."},
			editable.Active("Shown to visitors"),
		},
	}
}
