package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"thriftwell/server/transfer"
)

// ghostExport has the format documented by Ghost, with rows in an unhelpful
// order.
const ghostExport = `{"db":[{"meta":{"exported_on":1388805572000,"version":"5.0.0"},"data":{
"posts":[
{"id":"p1","title":"Save on <Water>","slug":"save-on-water","lexical":"{\"root\":{}}","html":"<!--kg-card-begin: html--><p>Fix a <strong>leak</strong>, <a href=\"__GHOST_URL__/cut-bills/\">cut bills</a> and read <a href=\"__GHOST_URL__/about/\">about us</a>.</p><h2 id=\"how\">How</h2><figure class=\"kg-card kg-image-card\"><img src=\"__GHOST_URL__/content/images/2026/03/tap.jpg\" alt=\"Tap\"></figure><ul><li>One</li><li>Two</li></ul><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><script>alert(1)</script>","feature_image":"__GHOST_URL__/content/images/water.jpg","featured":1,"type":"post","status":"published","visibility":"public","created_at":"2026-02-01T00:00:00.000Z","updated_at":"2026-03-05T00:00:00.000Z","published_at":"2026-03-04T09:30:00.000Z","custom_excerpt":"Less water,\nless money."},
{"id":"p2","title":"Cut Bills","slug":"cut-bills","html":"<p>Call them all.</p>","featured":0,"type":"post","status":"scheduled","published_at":"2099-03-04T09:30:00.000Z","custom_excerpt":null,"feature_image":null},
{"id":"p3","title":"An Idea","slug":"an-idea","html":null,"lexical":null,"type":"post","status":"draft","published_at":null},
{"id":"p4","title":"About","slug":"about","html":"<p>Us.</p>","type":"page","status":"published"},
{"id":5,"title":"Old Page","slug":"old-page","html":"<p>Us.</p>","page":1,"status":"published"},
{"id":"p6","title":"By Mail","slug":"by-mail","html":"<p>Hi.</p>","type":"post","status":"sent"},
{"id":"p7","title":"Paid For","slug":"paid-for","html":"<p>Psst.</p>","type":"post","status":"published","visibility":"paid","published_at":"2026-03-04T09:30:00.000Z"}],
"posts_authors":[{"post_id":"p1","author_id":"u2","sort_order":1},{"post_id":"p1","author_id":"u1","sort_order":0},{"post_id":"p2","author_id":"u2","sort_order":0}],
"posts_tags":[{"post_id":"p1","tag_id":"t2","sort_order":1},{"post_id":"p1","tag_id":"t1","sort_order":0},{"post_id":"p1","tag_id":"t3","sort_order":2}],
"tags":[{"id":"t1","name":"Home & Garden","slug":"home-garden","visibility":"public"},{"id":"t2","name":"Water","slug":"water"},{"id":"t3","name":"#internal","slug":"hash-internal"}],
"posts_meta":[{"post_id":"p2","meta_description":"Bills, cut."}],
"users":[{"id":"u1","name":"Ada Byron","slug":"ada","email":"ada@x.example","bio":"Counts.","profile_image":null},{"id":"u2","name":"Bo","slug":"bo","bio":null},{"id":"u3","name":"Idle","slug":"idle"}],
"members":[{"id":"m1","email":"m@x.example"}],"newsletters":[{"id":"n1"}]}}]}`

func TestGhostExportsAreImportedOnce(t *testing.T) {
	t.Parallel()
	d := open(t)
	path := write(t, t.TempDir(), ghostExport, "ghost.json")
	_, stayed, told := d.bring(path, transfer.Import{})
	want := []string{
		"left out newsletters 0 We only import posts, with their authors and tags. Rows left out: 1.",
		"left out members 0 We only import posts, with their authors and tags. Rows left out: 1.",
		"new user u1 “Ada Byron” 0 ", "new user u2 “Bo” 0 ",
		"new post p1 “Save on <Water>” 0 ",
		"left out post p1 “Save on <Water>” 0 The picture __GHOST_URL__/content/images/water.jpg isn't in the file. Upload it.",
		"left out post p1 “Save on <Water>” 0 The picture __GHOST_URL__/content/images/2026/03/tap.jpg isn't in the file. Upload it.",
		"left out post p1 “Save on <Water>” 0 The script was left out.",
		"new post p2 “Cut Bills” 0 ", "new post p3 “An Idea” 0 ",
		"left out post p4 “About” 0 Pages are left out.", "left out post 5 “Old Page” 0 Pages are left out.", "left out post p6 “By Mail” 0 It was only sent by email.", "new post p7 “Paid For” 0 ",
	}
	if !stayed || !slices.Equal(told, want) {
		t.Fatalf("%v\n%s", stayed, strings.Join(told, "\n"))
	}
	out := contents(t, d.export())
	for name, want := range map[string]string{
		"articles/save-on-water.md": `---
title: Save on <Water>
excerpt: Less water, less money.
category: home-garden
tags:
  - Home & Garden
  - Water
author: Ada Byron
status: published
published: "2026-03-04T09:30:00Z"
revised: "2026-03-05T00:00:00Z"
featured: true
---
Fix a **leak**, [cut bills](/articles/cut-bills) and read [about us](/about/).

## How

- One
- Two

| A | B |
|---|---|
| 1 | 2 |
`,
		"articles/cut-bills.md": "---\ntitle: Cut Bills\nexcerpt: Bills, cut.\ncategory: general\nauthor: Bo\nstatus: scheduled\npublished: \"2099-03-04T09:30:00Z\"\nfeatured: false\n---\nCall them all.\n",
		"articles/an-idea.md":   "---\ntitle: An Idea\ncategory: general\nauthor: Editorial team\nstatus: draft\nfeatured: false\n---\n",
		"articles/paid-for.md":  "---\ntitle: Paid For\nexcerpt: Psst.\ncategory: general\nauthor: Editorial team\nstatus: draft\nfeatured: false\n---\nPsst.\n",
		"authors/ada.md":        "---\nname: Ada Byron\nactive: true\nexample: false\n---\nCounts.\n",
	} {
		if out[name] != want {
			t.Errorf("%s:\n%s", name, out[name])
		}
	}
	d.Exec("UPDATE articles SET title = 'Of staff' WHERE slug = 'save-on-water'")
	counts, _, told := d.bring(path, transfer.Import{})
	if !strings.Contains(strings.Join(told, "\n"), "left as it is user u1 “Ada Byron” 0 Its slug or name is already in use, so the existing one stays.") {
		t.Error("the second time:", told)
	}
	if counts[transfer.New] != 0 || counts[transfer.Left] != 6 || d.Count("SELECT count(*) FROM articles WHERE title = 'Of staff'") != 1 {
		t.Error("the second time:", counts)
	}
}

func TestInvalidGhostExportsAreRefused(t *testing.T) {
	t.Parallel()
	d := open(t)
	for content, want := range map[string]string{
		"{}":                               "it has no data",
		"not JSON":                         "couldn't read this Ghost export",
		ghostExport[:len(ghostExport)-200]: "couldn't read this Ghost export",
		strings.Replace(ghostExport, "Call them", strings.Repeat("Call them all, ", 3<<20), 1): "is larger than 32 MB",
	} {
		path := write(t, t.TempDir(), content, "ghost.json")
		if _, _, err := d.Import(t.Context(), path, transfer.Import{Tell: func(transfer.Outcome) {}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v", content, err)
		}
	}
	lost := strings.Replace(ghostExport, `"html":"<p>Call them all.</p>"`, `"html":null,"lexical":"{\"root\":{\"children\":[{\"text\":\"Call\"}]}}"`, 1)
	slug := strings.Replace(lost, `"slug":"an-idea"`, `"slug":"`+strings.Repeat("x", 201)+`"`, 1)
	_, stayed, told := d.bring(write(t, t.TempDir(), slug, "ghost.json"), transfer.Import{})
	for _, want := range []string{
		"refused post p2 “Cut Bills” 0 It has no HTML text. Open and save it in Ghost, then export again.",
		"refused post p3 “An Idea” 0 Please use at most 100 characters.",
	} {
		if !slices.Contains(told, want) || stayed {
			t.Errorf("%q isn't in\n%s", want, strings.Join(told, "\n"))
		}
	}
	if d.Count("SELECT count(*) FROM articles") != 0 {
		t.Error("something was imported")
	}
}

// A few bytes can describe a table larger than memory, or elements nested too
// deeply to parse.
func TestUnconvertibleTextsAreRefusedAlone(t *testing.T) {
	t.Parallel()
	d := open(t)
	cell := func(attributes string) string {
		return `<table><tr><th>A</th></tr><tr><td ` + attributes + `>1</td></tr></table>`
	}
	for text, want := range map[string]string{
		cell(`colspan=\"2000\"`): "a table in it is too large", cell(`rowspan=\"300000\"`): "a table in it is too large", cell(`colspan=\"900\" rowspan=\"900\"`): "a table in it is too large",
		"<table>" + "<tr>" + strings.Repeat("<td>", 900) + strings.Repeat("<tr><td>", 900): "a table in it is too large",
		strings.Repeat("<div>", 600): "it is nested too deeply",
	} {
		_, stayed, told := d.bring(write(t, t.TempDir(), strings.Replace(ghostExport, "<p>Call them all.</p>", text, 1), "ghost.json"), transfer.Import{DryRun: true})
		if refused := "refused post p2 “Cut Bills” 0 We couldn't convert its text: " + want + "."; stayed || !slices.Contains(told, refused) || !slices.Contains(told, "new post p1 “Save on <Water>” 0 ") {
			t.Errorf("%.60s: %q isn't in\n%s", text, refused, strings.Join(told, "\n"))
		}
	}
}

// Postgres can't store zero bytes.
func TestUnstorableGhostTextsAreRefused(t *testing.T) {
	t.Parallel()
	d := open(t)
	odd := strings.NewReplacer(
		`"title":"An Idea"`, `"title":"An\u0000 \u202eIdea `+strings.Repeat("x", 500)+`"`, `"title":"Cut Bills"`, `"title":"Cut\u0000Bills"`, `"name":"Bo","slug":"bo"`, `"name":"B\u0000o","slug":"bo"`,
	).Replace(ghostExport)
	_, stayed, told := d.bring(write(t, t.TempDir(), odd, "ghost.json"), transfer.Import{})
	for _, want := range []string{
		"refused user u2 “B o” 0 Please use a single line of plain text.",
		"refused post p2 “Cut Bills” 0 Please use a single line of plain text.",
		"refused post p3 “An   Idea " + strings.Repeat("x", 281) + "… 0 Please use at most 200 characters.",
	} {
		if !slices.Contains(told, want) || stayed {
			t.Errorf("%q isn't in\n%s", want, strings.Join(told, "\n"))
		}
	}
}
