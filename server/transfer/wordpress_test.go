package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"thriftwell/server/transfer"
)

// wxr has the format of WordPress exports, with leftovers of plugins and old
// versions.
const wxr = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old Site</title>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[ada]]></wp:author_login><wp:author_email><![CDATA[a@old.example]]></wp:author_email><wp:author_display_name><![CDATA[Ada Byron]]></wp:author_display_name></wp:author>
<item>
<title><![CDATA[Save & Repair]]></title>
<dc:creator><![CDATA[ada]]></dc:creator>
<guid isPermaLink="false">https://old.example/?p=1</guid>
<content:encoded><![CDATA[Call ` + "\x0b" + `them.
Today.

[gallery ids="1,2"]Read <a href="https://old.example/2026/03/cut-bills/">cut bills</a> and <a href="https://else.example/">more</a>.

<ul><li>One</li></ul>
<img src="https://old.example/wp-content/a.jpg" alt="" />]]></content:encoded>
<excerpt:encoded><![CDATA[Mend it.]]></excerpt:encoded>
<wp:post_id>1</wp:post_id><wp:post_date><![CDATA[2026-03-04 04:30:00]]></wp:post_date><wp:post_date_gmt><![CDATA[2026-03-04 09:30:00]]></wp:post_date_gmt><wp:post_modified_gmt><![CDATA[2026-03-05 09:30:00]]></wp:post_modified_gmt>
<wp:post_name><![CDATA[save-and-repair]]></wp:post_name><wp:status><![CDATA[publish]]></wp:status><wp:post_type><![CDATA[post]]></wp:post_type><wp:is_sticky>1</wp:is_sticky>
<category domain="category" nicename="home"><![CDATA[Home]]></category><category domain="post_tag" nicename="repair"><![CDATA[Repair]]></category>
<wp:postmeta><wp:meta_key><![CDATA[_thumbnail_id]]></wp:meta_key><wp:meta_value><![CDATA[9]]></wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_other</wp:meta_key><wp:meta_value><![CDATA[a:1:{s:99:"x";}]]></wp:meta_value></wp:postmeta>
</item>
<item><title>Cut Bills</title><dc:creator>ada</dc:creator><content:encoded><![CDATA[<!-- wp:paragraph --><p>Call.</p><!-- /wp:paragraph -->]]></content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>2</wp:post_id><wp:post_date_gmt>2099-03-04 09:30:00</wp:post_date_gmt><wp:post_name>cut-bills</wp:post_name><wp:status>future</wp:status><wp:post_type>post</wp:post_type>
<category domain="author" nicename="bo-li"><![CDATA[Bo Li]]></category>
<wp:postmeta><wp:meta_key>_yoast_wpseo_metadesc</wp:meta_key><wp:meta_value>Bills, cut.</wp:meta_value></wp:postmeta></item>
<item><title>An Idea</title><dc:creator>ada</dc:creator><content:encoded></content:encoded><wp:post_id>3</wp:post_id><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_name></wp:post_name><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>For Us</title><dc:creator>ada</dc:creator><content:encoded>Us.</content:encoded><wp:post_id>4</wp:post_id><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt><wp:post_name>for-us</wp:post_name><wp:status>private</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>Locked</title><dc:creator>ada</dc:creator><content:encoded>Us.</content:encoded><wp:post_id>7</wp:post_id><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt><wp:post_name>locked</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_password>secret</wp:post_password></item>
<item><title>Gone</title><wp:post_id>5</wp:post_id><wp:post_name>gone__trashed</wp:post_name><wp:status>trash</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>About</title><wp:post_id>6</wp:post_id><wp:post_name>about</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>a</title><wp:post_id>9</wp:post_id><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/thumb.jpg</wp:attachment_url></item>
</channel>
</rss>
`

func TestWordPressExportsAreImportedOnce(t *testing.T) {
	t.Parallel()
	d := open(t)
	path := write(t, t.TempDir(), wxr, "site.wxr.xml")
	_, stayed, told := d.bring(path, transfer.Import{})
	want := []string{
		"new author ada 0 ", "new author bo-li 0 ",
		"new post 1 “Save & Repair” 0 ",
		"left out post 1 “Save & Repair” 9 The picture https://old.example/wp-content/thumb.jpg isn't in the file. Upload it.",
		"left out post 1 “Save & Repair” 19 The picture https://old.example/wp-content/a.jpg isn't in the file. Upload it.",
		"left out post 1 “Save & Repair” 9 The shortcode [gallery] was left out.",
		"new post 2 “Cut Bills” 0 ", "new post 3 “An Idea” 0 ", "new post 4 “For Us” 0 ", "new post 7 “Locked” 0 ",
		"left out post 5 “Gone” 34 It's in the trash or was never saved.",
		"left out page 6 “About” 35 We only import posts, with their authors, categories, and tags.",
	}
	if !stayed || !slices.Equal(told, want) {
		t.Fatalf("%v\n%s", stayed, strings.Join(told, "\n"))
	}
	out := contents(t, d.export())
	for name, want := range map[string]string{
		"articles/save-and-repair.md": `---
title: Save & Repair
excerpt: Mend it.
category: home
tags:
  - Repair
author: Ada Byron
status: published
published: "2026-03-04T09:30:00Z"
revised: "2026-03-05T09:30:00Z"
featured: true
---
Call them.  
Today.

Read [cut bills](/articles/cut-bills) and [more](https://else.example/).

- One
`,
		"articles/cut-bills.md": "---\ntitle: Cut Bills\nexcerpt: Bills, cut.\ncategory: general\nauthor: Bo Li\nstatus: scheduled\npublished: \"2099-03-04T09:30:00Z\"\nfeatured: false\n---\nCall.\n",
		"articles/an-idea.md":   "---\ntitle: An Idea\ncategory: general\nauthor: Ada Byron\nstatus: draft\nfeatured: false\n---\n",
		"articles/for-us.md":    "---\ntitle: For Us\nexcerpt: Us.\ncategory: general\nauthor: Ada Byron\nstatus: draft\nfeatured: false\n---\nUs.\n",
		"articles/locked.md":    "---\ntitle: Locked\nexcerpt: Us.\ncategory: general\nauthor: Ada Byron\nstatus: draft\nfeatured: false\n---\nUs.\n",
		"authors/bo-li.md":      "---\nname: Bo Li\nactive: true\nexample: false\n---\n",
	} {
		if out[name] != want {
			t.Errorf("%s:\n%s", name, out[name])
		}
	}
	if counts, _, _ := d.bring(path, transfer.Import{}); counts[transfer.New] != 0 || counts[transfer.Left] != 7 {
		t.Error("the second time:", counts)
	}
}

func TestInvalidWordPressExportsAreRefused(t *testing.T) {
	t.Parallel()
	d := open(t)
	for content, want := range map[string]string{
		"<rss><channel><item><title>x</title></item></channel></rss>": "has no wxr_version",
		wxr[:len(wxr)-20]: "past line 36.",
		strings.Replace(wxr, `encoding="UTF-8"`, `encoding="latin1"`, 1):    "past line 1.",
		strings.Replace(wxr, "Today.", strings.Repeat("Today, ", 5<<20), 1): "is larger than 32 MB",
		strings.Replace(wxr, "<title>Cut", "<title>Na\xefve", 1):            "past line 27.",
	} {
		path := write(t, t.TempDir(), content, "site.xml")
		if _, _, err := d.Import(t.Context(), path, transfer.Import{Tell: func(transfer.Outcome) {}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v", content, err)
		}
	}
	slug := strings.Replace(wxr, "for-us", strings.Repeat("x", 201), 1)
	if _, stayed, told := d.bring(write(t, t.TempDir(), slug, "site.xml"), transfer.Import{}); stayed ||
		!slices.Contains(told, "refused post 4 “For Us” 32 Please use at most 100 characters.") {
		t.Error(strings.Join(told, "\n"))
	}
	if d.Count("SELECT count(*) FROM articles") != 0 {
		t.Error("something was imported")
	}
}

func TestWordPressAuthorsCanHaveNonLatinLogins(t *testing.T) {
	t.Parallel()
	d := open(t)
	author := func(id, login, name, rest string) string {
		return "<wp:author><wp:author_id>" + id + "</wp:author_id><wp:author_login>" + login + "</wp:author_login><wp:author_display_name>" + name + "</wp:author_display_name>" + rest + "</wp:author>"
	}
	post := func(slug, login string) string {
		return "<item><title>" + slug + "</title><dc:creator>" + login + "</dc:creator><content:encoded>Text.</content:encoded><wp:post_id>1</wp:post_id><wp:post_name>" + slug +
			"</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>"
	}
	path := write(t, t.TempDir(), `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>`+
		author("7", "Ольга", "Ольга Иванова", "")+author("8", "max@old.example", "max@old.example", "<wp:author_first_name>Max</wp:author_first_name><wp:author_last_name>Roth</wp:author_last_name>")+
		author("9", "eve@old.example", "eve@old.example", "")+
		post("one", "Ольга")+post("two", "max@old.example")+post("three", "eve@old.example")+post("four", "")+`</channel></rss>`, "site.xml")
	if counts, stayed, told := d.bring(path, transfer.Import{}); !stayed || counts[transfer.New] != 7 {
		t.Fatalf("%v %v", counts, told)
	}
	got := contents(t, d.export())
	for file, words := range map[string]string{
		"authors/olga.md": "name: Ольга Иванова", "authors/max-roth.md": "name: Max Roth", "authors/author-9.md": "name: Author 9",
		"articles/one.md": "author: Ольга Иванова", "articles/two.md": "author: Max Roth", "articles/three.md": "author: Author 9",
	} {
		if !strings.Contains(got[file], words) {
			t.Errorf("%s is %q", file, got[file])
		}
	}
	for file, content := range got {
		if strings.Contains(content, "old.example") {
			t.Errorf("%s has an email address: %s", file, content)
		}
	}
}

// Titles, tags and excerpts are HTML in WordPress, and the classic editor
// separates paragraphs with blank lines.
func TestWordPressTextsKeepTheirLook(t *testing.T) {
	t.Parallel()
	d := open(t)
	odd := strings.NewReplacer(
		"<![CDATA[Save & Repair]]>", "<![CDATA[Save &amp; <em>Re</em>pair&#8217;s]]>", "<![CDATA[Mend it.]]>", "<![CDATA[<p>Mend it &amp; save.</p><p>Now.</p>]]>",
		`nicename="repair"><![CDATA[Repair]]>`, `nicename="taps"><![CDATA[Taps &amp; Pipes]]>`, `nicename="home"`, `nicename="uncategorized"`,
		"<ul><li>One</li></ul>", `By <a href="https://old.example/?p=2">number</a>, <a href="/2026/03/cut-bills/?ref=a">from here</a><a href="https://old.example/wp-content/a.jpg"><img src="https://old.example/wp-content/a.jpg"></a>.

[contact-form-7 id="5" title="Form"]

[su_button url="x"]Call[/su_button] [note]a plumber[/note] [sic], see [1] and [[gallery]].

[recent-posts]

<pre>one

two</pre>

Last.`).Replace(wxr)
	_, stayed, told := d.bring(write(t, t.TempDir(), odd, "site.xml"), transfer.Import{})
	if !stayed || !slices.Contains(told, "left out post 1 “Save & Repair’s” 9 The shortcode [contact-form-7] was left out.") {
		t.Fatal(strings.Join(told, "\n"))
	}
	want := `---
title: Save & Repair’s
excerpt: Mend it & save. Now.
category: general
tags:
  - Taps & Pipes
author: Ada Byron
status: published
published: "2026-03-04T09:30:00Z"
revised: "2026-03-05T09:30:00Z"
featured: true
---
Call them.  
Today.

Read [cut bills](/articles/cut-bills) and [more](https://else.example/).

By [number](/articles/cut-bills), [from here](/articles/cut-bills).

Call a plumber \[sic], see \[1] and \[gallery].

` + "```\none\n\ntwo\n```" + `

Last.
`
	if got := contents(t, d.export())["articles/save-and-repair.md"]; got != want {
		t.Errorf("got\n%s", got)
	}
}
