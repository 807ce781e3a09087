package markdown_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"

	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
)

// render renders a text as an article.
func render(t testing.TB, source string) string {
	t.Helper()
	out, _, err := markdown.Article(source, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// renders checks the HTML of each text.
func renders(t *testing.T, cases map[string]string) {
	t.Helper()
	for source, want := range cases {
		if got := render(t, source); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func TestMarkdownIsRenderedAsHTML(t *testing.T) {
	renders(t, map[string]string{
		"One **bold** *word*.":             "<p>One <strong>bold</strong> <em>word</em>.</p>\n",
		"## It's *here*":                   "<h2 id=\"its-here\">It&rsquo;s <em>here</em></h2>\n",
		"> Quoted.":                        "<blockquote>\n<p>Quoted.</p>\n</blockquote>\n",
		"[us](/guides/x) [a](https://a.b)": "<p><a href=\"/guides/x\">us</a> <a href=\"https://a.b\">a</a></p>\n",
		"![A car](/images/car.svg)":        "<p><img src=\"/images/car.svg\" alt=\"A car\" loading=\"lazy\" decoding=\"async\"></p>\n",
		"<https://a.example/?a=1&b=2>":     "<p><a href=\"https://a.example/?a=1&amp;b=2\">https://a.example/?a=1&amp;b=2</a></p>\n",
		"| a | b |\n|---|--:|\n| 1 | 2 |":  "<table>\n<thead>\n<tr>\n<th>a</th>\n<th class=\"align-right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td class=\"align-right\">2</td>\n</tr>\n</tbody>\n</table>\n",
		"At https://example.com/a?b=c, or <ftp://x.y>, ftp://x.y.": "<p>At <a href=\"https://example.com/a?b=c\">https://example.com/a?b=c</a>, or &lt;ftp://x.y&gt;, ftp://x.y.</p>\n",
		"~~Struck~~ text": "<p><del>Struck</del> text</p>\n",
		"    code first":  "<pre><code>code first\n</code></pre>\n",
	})
}

// A page may have several texts with footnotes, so their ids must differ.
func TestFootnotesLinkBothWays(t *testing.T) {
	const note = `<p>A.<sup id="%fnref:1"><a href="#%fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p>
<div class="footnotes" role="doc-endnotes">
<hr>
<ol>
<li id="%fn:1">
<p>B.&#160;<a href="#%fnref:1" class="footnote-backref" role="doc-backlink"><span aria-hidden="true">&#x21a9;&#xfe0e;</span><span class="sr-only">Back to reference 1</span></a></p>
</li>
</ol>
</div>
`
	renders(t, map[string]string{
		"A.[^x]\n\n[^x]: B.": strings.ReplaceAll(note, "%", "note-7f7a3cd4-"),
		"A.[^y]\n\n[^y]: B.": strings.ReplaceAll(note, "%", "note-afb5dd00-"),
	})
	if got := markdown.PrefixFootnotes("A.[^x] B.[^y]\n\n[^x]: C.", "end-"); got != "A.[^end-x] B.[^y]\n\n[^end-x]: C." {
		t.Errorf("joined: %q", got)
	}
}

func TestRawHTMLIsShownAsText(t *testing.T) {
	renders(t, map[string]string{
		"<script>alert(1)</script>":             "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
		"a <b onclick=x>b</b> & c":              "<p>a &lt;b onclick=x&gt;b&lt;/b&gt; &amp; c</p>\n",
		"<!-- a comment -->":                    "<p>&lt;!&ndash; a comment &ndash;&gt;</p>\n",
		"<div>\n\n*in*\n\n</div>":               "<p>&lt;div&gt;</p>\n<p><em>in</em></p>\n<p>&lt;/div&gt;</p>\n",
		"&lt;script&gt;":                        "<p>&lt;script&gt;</p>\n",
		"`<i>`":                                 "<p><code>&lt;i&gt;</code></p>\n",
		"    <style>":                           "<pre><code>&lt;style&gt;\n</code></pre>\n",
		"[x](javascript:alert(1))":              "<p>[x](javascript:alert(1))</p>\n",
		"[*x*](JavaScript&colon;alert(1))":      "<p>[<em>x</em>](JavaScript&amp;colon;alert(1))</p>\n",
		"[x](&#106;avascript:alert(1))":         "<p>[x](&amp;#106;avascript:alert(1))</p>\n",
		"[x](//evil.example)":                   "<p>[x](//evil.example)</p>\n",
		"[x][y]\n\n[y]: data:text/html,<b>":     "<p>[x](data:text/html,&lt;b&gt;)</p>\n",
		"<javascript:alert(1)>":                 "<p>&lt;javascript:alert(1)&gt;</p>\n",
		"![x](https://elsewhere.example/x.png)": "<p>![x](https://elsewhere.example/x.png)</p>\n",
		"![x](data:image/png;base64,AAAA)":      "<p>![x](data:image/png;base64,AAAA)</p>\n",
		"![x](/api/auth/begin)":                 "<p>![x](/api/auth/begin)</p>\n",
		"![x](/images/../links/x.png)":          "<p>![x](/images/../links/x.png)</p>\n",
		"![x](/images/%2e%2e/postback/x.png)":   "<p>![x](/images/%2e%2e/postback/x.png)</p>\n",
		"![x](/images/x.png?y=1)":               "<p>![x](/images/x.png?y=1)</p>\n",
		"[![x](/images/a.png)](javascript:x)":   "<p>[<img src=\"/images/a.png\" alt=\"x\" loading=\"lazy\" decoding=\"async\">](javascript:x)</p>\n",
	})
}

// A heading "Page data" must not get the id of the page's data.
func TestHeadingIDsDoNotCollideWithThePages(t *testing.T) {
	html, sections, err := markdown.Article("## Main\n\n## Page data\n", nil)
	want := []markdown.Heading{{ID: "main-1", Title: "Main"}, {ID: "page-data-1", Title: "Page data"}}
	if err != nil || !slices.Equal(sections, want) || strings.Contains(html, `id="page-data"`) {
		t.Errorf("got %+v: %v", sections, err)
	}
}

func TestSectionsAreSecondLevelHeadings(t *testing.T) {
	_, sections, err := markdown.Article("# Zero\n\n## One `x`\n\n### Deeper\n\n> ## Quoted\n\n## One `x`\n", nil)
	want := []markdown.Heading{{ID: "one-x", Title: "One x"}, {ID: "one-x-1", Title: "One x"}}
	if err != nil || !slices.Equal(sections, want) {
		t.Errorf("got %+v: %v", sections, err)
	}
}

func TestSectionTitlesHaveNoMarkup(t *testing.T) {
	for source, want := range map[string]string{
		"## When it isn't \"worth\" it":   "When it isn’t “worth” it",
		"## AT&amp;T \\& co -- *2 \\* 3*": "AT&T & co – 2 * 3",
		"## `&amp;` as code":              "&amp; as code",
	} {
		_, sections, err := markdown.Article(source, nil)
		if err != nil || len(sections) != 1 || sections[0].Title != want {
			t.Errorf("%s: %+v, want %q: %v", source, sections, want, err)
		}
	}
}

func TestNotesKeepLineBreaksAndHaveNoIDs(t *testing.T) {
	got, err := markdown.Note("One\ntwo:\n- a\n- b\n\n## Head", nil)
	if want := "<p>One<br>\ntwo:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<h2>Head</h2>\n"; err != nil || got != want {
		t.Errorf("got %q: %v", got, err)
	}
}

func TestReadTimeIsComputedFromWords(t *testing.T) {
	for words, minutes := range map[int]int{0: 1, 110: 1, 329: 1, 330: 2, 2200: 10} {
		text := strings.Repeat("word ", words)
		if n := markdown.Words(text); n != words || markdown.Minutes(n) != minutes {
			t.Errorf("%d words: %d, %d minutes", words, n, markdown.Minutes(n))
		}
	}
}

// processor returns the processor time that the test has used. Unlike elapsed
// time, it hardly depends on the machine's other work.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func TestSlowTextsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const size = 100_000 // bytes
	begun := processor(t)
	for range 20 {
		render(t, strings.Repeat("A *plain* text with [a link](/guides).\n\n", size/40))
	}
	plain := (processor(t) - begun) / 20
	for _, part := range []string{">", "[", "![", "*a ", "**a _b ", "- ", "`", "(", "[a](", "<", "&", "|", "> - ", "~", "[x]: y\n", "#", "1. ", "  ", "~~a ", "[^1]", "[^1]: ", "http://a.b/", "www.a.b ", "a@b.c "} {
		for _, line := range []int{100, size / 10, size} {
			paragraph := strings.Repeat(part, line/len(part)-1) + "x\n\n"
			text := strings.Repeat(paragraph, size/len(paragraph))
			if markdown.Check(text) != "" {
				continue
			}
			begun := processor(t)
			render(t, text)
			if took := processor(t) - begun; took > 150*plain {
				t.Errorf("lines of %d bytes of %q take %s, plain text %s", line, part, took, plain)
			}
		}
	}
	for name, text := range map[string]string{
		"deep quotes": strings.Repeat(">", 101) + " x", "deep lists": strings.Repeat("- ", 51) + "x", "a long paragraph": strings.Repeat("word\n", 2001),
	} {
		if markdown.Check(text) == "" {
			t.Errorf("%s: not refused", name)
		}
	}
	if refusal := markdown.Check(strings.Repeat("word word\n\n---\n\n> > - word\n\n", 3000)); refusal != "" {
		t.Errorf("a long text: %s", refusal)
	}
}

func FuzzOnlyAllowedMarkupIsRendered(f *testing.F) {
	for _, seed := range []string{"# a\n\n*b* **c** `d`\n\n> e\n\n- f\n\n1. g", "<script>x</script>", "[a](javascript:b) ![c](d) <e:f>", "|a|\n|:-:|\n|<b>|", "[a]: <b>\n[a]", "&#60;b&#62; \\<b>", "~~~<x\n</x>\n~~~", "~~a~~ www.b.c a@b.c[^1]\n\n[^1]: d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 10_000 { // may take long; Check refuses it
			return
		}
		checkMarkup(t, render(t, source))
		note, err := markdown.Note(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkMarkup(t, note)
	})
}

// checkMarkup checks that HTML has only allowed elements and attributes.
func checkMarkup(t *testing.T, rendered string) {
	t.Helper()
	elements := strings.Fields("p h1 h2 h3 h4 h5 h6 em strong del sup div span code pre blockquote ul ol li a img br hr table thead tbody tr th td")
	attributes := strings.Fields("id href src alt title class role aria-hidden start")
	classes := strings.Fields("claim align-left align-center align-right footnotes footnote-ref footnote-backref sr-only")
	tokens := html.NewTokenizer(strings.NewReader(rendered))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind == html.TextToken {
			continue
		}
		token := tokens.Token()
		if kind == html.CommentToken || kind == html.DoctypeToken || !slices.Contains(elements, token.Data) {
			t.Fatalf("%q has %s", rendered, token)
		}
		for _, a := range token.Attr {
			if !slices.Contains(attributes, a.Key) || a.Key == "class" && !slices.Contains(classes, a.Val) && !strings.HasPrefix(a.Val, "language-") {
				t.Fatalf("%q has the attribute %s=%q", rendered, a.Key, a.Val)
			}
			if a.Key == "href" || a.Key == "src" {
				checkAddress(t, a.Key, a.Val)
			}
		}
	}
}

func checkAddress(t *testing.T, kindAttribute, address string) {
	t.Helper()
	lower := strings.ToLower(address)
	ours := strings.HasPrefix(lower, "/") && !strings.HasPrefix(lower, "//") && !strings.HasPrefix(lower, `/\`)
	for _, start := range []string{"#", "http://", "https://", "mailto:", "tel:"} {
		ours = ours || kindAttribute == "href" && strings.HasPrefix(lower, start)
	}
	if !ours {
		t.Fatalf("%s leads to %q", kindAttribute, address)
	}
}

// Rows are padded to the length of the first, so 10,000 bytes would become
// three million cells.
func TestTablesWithManyCellsAreRefused(t *testing.T) {
	if markdown.Check(strings.Repeat("|a", 1000)+"|\n"+strings.Repeat("|-", 1000)+"|\n"+strings.Repeat("|\n", 1000)) == "" {
		t.Error("a wide table of short rows isn't refused")
	}
	if refusal := markdown.Check(strings.Repeat("| 1 | 2 | 3 | 4 |\n", 500) + "\n" + strings.Repeat("| 1 | 2 | 3 | 4 |\n", 500)); refusal != "" {
		t.Errorf("two long tables: %s", refusal)
	}
}

func TestUploadedPicturesHaveSizeAndSources(t *testing.T) {
	const stem = "/pictures/0123456789abcdef0123456789abcdef-"
	found := func(string) (*picture.Picture, error) { return &picture.Picture{Width: 1000, Height: 750}, nil }
	got, err := markdown.Note(`![A jar <b> "of" it](`+stem+`1000.jpg)`, found)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<picture><source type="image/avif" srcset="` + stem + "480.avif 480w, " + stem + "800.avif 800w, " + stem + `1000.avif 1000w" sizes="`,
		`<source type="image/webp" srcset="` + stem + "480.webp 480w", `<img src="` + stem + `1000.jpg" alt="A jar &lt;b&gt; &ldquo;of&rdquo; it" width="1000" height="750" loading="lazy" decoding="async"></picture>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	none := func(string) (*picture.Picture, error) { return nil, nil }
	if got, err := markdown.Note("![x]("+stem+"1000.jpg)", none); err != nil || strings.Contains(got, "<picture>") {
		t.Errorf("an unknown picture: %s %v", got, err)
	}
}

func TestCalloutsAndChecklists(t *testing.T) {
	for source, want := range map[string]string{
		"> [!SCRIPT]\n> \"Hello\" there.\n>\n> Bye.": "<aside class=\"callout\" data-kind=\"script\"><p class=\"callout-title\">What to say</p>\n<p>&ldquo;Hello&rdquo; there.</p>\n<p>Bye.</p>\n</aside>\n",
		"> [!TIP]\n>\n> - One":                       "<aside class=\"callout\" data-kind=\"tip\"><p class=\"callout-title\">Tip</p>\n<ul>\n<li>One</li>\n</ul>\n</aside>\n",
		"> [!TIP]":                                   "<aside class=\"callout\" data-kind=\"tip\"><p class=\"callout-title\">Tip</p>\n</aside>\n",
		"> [!OTHER]\n> Text":                         "<blockquote>\n<p>[!OTHER]\nText</p>\n</blockquote>\n",
		"> [!TIP] Text":                              "<blockquote>\n<p>[!TIP] Text</p>\n</blockquote>\n",
		"> A [!TIP]\n> Text":                         "<blockquote>\n<p>A [!TIP]\nText</p>\n</blockquote>\n",
		"- [ ] One <b>\n- [x] Two":                   "<ul class=\"checklist\">\n<li><label><input type=\"checkbox\" autocomplete=\"off\"> One &lt;b&gt;</label></li>\n<li><label><input type=\"checkbox\" autocomplete=\"off\"> Two</label></li>\n</ul>\n",
		"- [ ] One\n\n- Two":                         "<ul class=\"checklist\">\n<li>\n<p><label><input type=\"checkbox\" autocomplete=\"off\"> One</label></p>\n</li>\n<li>\n<p><label><input type=\"checkbox\" autocomplete=\"off\"> Two</label></p>\n</li>\n</ul>\n",
		"[ ] no list":                                "<p>[ ] no list</p>\n",
	} {
		if html, _, err := markdown.Article(source, nil); html != want || err != nil {
			t.Errorf("%q became\n%q, want\n%q: %v", source, html, want, err)
		}
	}
}

func TestLinksWithPlaceholdersAreRefused(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"See [b](https://b.example/?c={clickid} \"sponsored\").", "[b](https://b.example/c/%7BclickId%7D \"sponsored: B\")", "[b](<https://b.example/?c={clickid}>)",
		"See [b][1].\n\n[1]: https://b.example/?z={zip} \"sponsored\"", "> - [b](http://b.example#{subid})",
		"[b](https://partner.example/links/?c={clickid})", "[b](https://partner.example/?to=/links/?c={clickid})",
		"[b](/guides?c={clickid})",
	} {
		if refusal := markdown.Check(source); !strings.Contains(refusal, "placeholder in braces") {
			t.Errorf("%q: %q", source, refusal)
		}
	}
	for _, source := range []string{
		"{clickid}", "`[b](https://b.example/?c={clickid})`", "[b](https://b.example/?c=1 \"sponsored\") {zip}", "[b](https://b.example/?c={})",
		"[b](/links/?aid=offer&subid=7&url=https%3A%2F%2Fb.example%2F%3Fc%3D%7Bclickid%7D \"sponsored\")", "[b](/links/?aid=offer&subid=7&url=x{zip})",
	} {
		if refusal := markdown.Check(source); refusal != "" {
			t.Errorf("%q: %q", source, refusal)
		}
	}
}

// Paid links get a badge, and a disclosure above the first one. A text without
// any has no disclosure.
func TestPaidLinksAreDisclosed(t *testing.T) {
	const mark = `rel="sponsored noopener" class="paid-link"><span class="badge badge-sponsored">Sponsored</span> `
	for source, want := range map[string]string{
		"A.\n\nSee [b](https://b.example \"sponsored\").": "<p>A.</p>\n" +
			`<p class="disclosure">A partner pays us for the link marked “Sponsored” below, and has no say in this text. <a href="/how-we-earn">How we earn</a></p>` + "\n" +
			`<p>See <a href="https://b.example" ` + mark + `b</a>.</p>` + "\n",
		"- [b](https://b.example \"Sponsored: B & Co\")\n- [c](https://c.example \"sponsored: C\")\n- [d](https://c.example \"sponsored: C\")": "" +
			`<p class="disclosure">B &amp; Co and C pay us for the links marked “Sponsored” below, and have no say in this text. <a href="/how-we-earn">How we earn</a></p>` + "\n" +
			`<ul>` + "\n" + `<li><a href="https://b.example" ` + mark + `b</a></li>` + "\n" +
			`<li><a href="https://c.example" ` + mark + `c</a></li>` + "\n" +
			`<li><a href="https://c.example" ` + mark + `d</a></li>` + "\n</ul>\n",
		"[b](https://b.example \"a title\")":       "<p><a href=\"https://b.example\" title=\"a title\">b</a></p>\n",
		"[b](javascript:x \"sponsored: Mallory\")": "<p>[b](javascript:x)</p>\n",
		"[b](/go/daily/1) [c](https://c.example \"sponsored: C & D\")": "" +
			`<p class="disclosure">A partner pays us for the links marked “Sponsored” below, and has no say in this text. <a href="/how-we-earn">How we earn</a></p>` + "\n" +
			`<p><a href="/go/daily/1" ` + mark + `b</a> <a href="https://c.example" ` + strings.Replace(mark, "paid-link\"", "paid-link\" data-payer=\"C &amp; D\"", 1) + `c</a></p>` + "\n",
		"[b](/go/daily/1 \"card\")": "" +
			`<p class="disclosure">A partner pays us for the link marked “Sponsored” below, and has no say in this text. <a href="/how-we-earn">How we earn</a></p>` + "\n" +
			`<p class="offer-card"><a href="/go/daily/1" ` + mark + `b</a></p>` + "\n",
	} {
		if got := render(t, source); got != want {
			t.Errorf("%q:\ngot  %q\nwant %q", source, got, want)
		}
	}
}

func TestOfferLinksOfATextAreFound(t *testing.T) {
	t.Parallel()
	got := markdown.OfferLinks("[a](/go/daily/1) `[b](/go/daily/2)` [c][1] [d](/guides)\n\n[1]: /go/x \"card\"")
	if want := []string{"/go/daily/1", "/go/x"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
