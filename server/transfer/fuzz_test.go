package transfer

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/weburl"
)

// Small, because the fuzzer takes long to minimize large files.
const (
	smallGhost = `{"db":[{"data":{"posts":[{"id":"p","title":"A","slug":"a","html":"<p>B <a href=\"__GHOST_URL__/a/\">c</a></p>","status":"published","published_at":"2026-03-04T09:30:00.000Z","feature_image":"__GHOST_URL__/x.jpg"}],
"posts_authors":[{"post_id":"p","author_id":"u","sort_order":0}],"posts_tags":[{"post_id":"p","tag_id":"t"}],"tags":[{"id":"t","name":"T","slug":"t"}],"users":[{"id":"u","name":"U","slug":"u"}],"posts_meta":[{"post_id":"p","meta_description":"D"}]}}]}`
	smallWordPress = `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://a.example</wp:base_blog_url>
<wp:author><wp:author_login>u</wp:author_login></wp:author><item><title>A</title><dc:creator>u</dc:creator><content:encoded><![CDATA[B [gallery] <b>c</b>

d]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date_gmt>2026-03-04 09:30:00</wp:post_date_gmt><category domain="category" nicename="t">T</category></item></channel></rss>`
)

// Any upload is read, or refused with a message.
func FuzzExportsAreReadOrRefused(f *testing.F) {
	f.Add(".json", []byte(smallGhost))
	f.Add(".xml", []byte(smallWordPress))
	f.Add(".json", []byte(strings.Replace(smallGhost, "<p>B", `<table><tr><th colspan=\"2\" rowspan=\"3\">A#</th></tr><tr><td>1</td></tr></table><p>B`, 1)))
	f.Add(".zip", []byte("PK\x05\x06"+string(make([]byte, 18))))
	f.Fuzz(func(t *testing.T, ending string, text []byte) {
		if ending != ".json" && ending != ".xml" {
			ending = ".zip"
		}
		path := filepath.Join(t.TempDir(), "export"+ending)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		from, pictures, done, err := sourceOf(path, time.UTC)
		if err != nil {
			return
		}
		defer done()
		_, _ = pictures.count()
		_ = from.read(receiver{expect: func(int) {}, tell: func(Outcome) {}, put: func(e entry) error {
			_, err := e.body()
			return err
		}})
	})
}

// The slug of any title is valid or empty.
func FuzzSlug(f *testing.F) {
	f.Add("Café & Co. – 10 tips")
	f.Add("--\xff")
	f.Fuzz(func(t *testing.T, title string) {
		if slug := Slug(title); slug != "" && !weburl.IsSlug(slug) {
			t.Errorf("the slug of %q is %q", title, slug)
		}
	})
}

// Any text of another system is converted, or refused with a message.
func FuzzTextsAreConvertedOrRefused(f *testing.F) {
	f.Add(`<h1>A#</h1><p>B <a href="/c/"><img src="d"></a></p><ul><li>e<ol><li>f</ol></ul><pre><code class="language-go">g</code></pre>`)
	f.Add(`<table><caption>A</caption><tr><th colspan="2" rowspan="3" align="right">|#</th></tr><tr><td>1</td></tr></table><blockquote><hr><br></blockquote>`)
	f.Add("A [gallery ids=1] b\n\n<pre>\n\n</pre>[[c]] *d* __e__ `f`")
	f.Fuzz(func(t *testing.T, text string) {
		left, _ := withoutShortcodes(text)
		_, _, err := toMarkdown(paragraphs(left), func(href string) string { return href })
		if err != nil && !errors.Is(err, errDeep) && !errors.Is(err, errTable) {
			t.Error(err)
		}
		opening(text)
	})
}
