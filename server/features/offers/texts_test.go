package offers

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/offer"
)

// textsOf returns Texts that knows some active offers of the carousel; offer 9
// has ended.
func textsOf(t *testing.T, active ...offer.Live) Texts {
	t.Helper()
	return Texts{carouselOf(t, 9, active...)}
}

func offerOf(id int64, partner string) offer.Live {
	return offer.Live{Active: offer.Active{ID: id}, Facts: offer.Facts{Partner: partner}, Title: "Save & win", Address: "https://partner.example.com/?c={clickid}"}
}

// shown renders Markdown for readers of the page /articles/a.
func (t Texts) shown(test *testing.T, source string) string {
	test.Helper()
	page, err := markdown.Note(source, nil)
	if err == nil {
		page, err = t.Show(page, "/articles/a")
	}
	if err != nil {
		test.Fatal(err)
	}
	return strings.TrimSpace(page)
}

const (
	mark  = ` rel="sponsored noopener"><span class="badge badge-sponsored">Sponsored</span> `
	earns = ` <a href="/how-we-earn">How we earn</a>`
)

func TestLinkToAnOfferIsMarkedAndCountedForItsPage(t *testing.T) {
	t.Parallel()
	got := textsOf(t, offerOf(7, "Tidewick")).shown(t, "See [rates](/go/carousel/7).\n\nAnd [b](https://b.example/ \"sponsored: B\").")
	want := `<p class="disclosure">B and Tidewick pay us for the links marked “Sponsored” below, and have no say in this text.` + earns + "</p>\n" +
		`<p>See <a class="paid-link" href="/go/carousel/7?in=%2Farticles%2Fa"` + mark + "rates</a>.</p>\n" + `<p>And <a class="paid-link" href="https://b.example/"` + mark + "b</a>.</p>"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLinkToAnEndedOfferBecomesPlainText(t *testing.T) {
	t.Parallel()
	texts := textsOf(t, offerOf(7, "Tidewick"))
	if got := texts.shown(t, "See [the *rates*](/go/carousel/9).\n\n[x](/go/carousel/9 \"card\")"); got != "<p>See the <em>rates</em>.</p>" {
		t.Errorf("all have ended: %q", got)
	}
	got := texts.shown(t, "See [one](/go/carousel/9) and [two](/go/carousel/7).")
	if !strings.Contains(got, "See one and <a") || !strings.Contains(got, "Tidewick pays us for the link marked") {
		t.Errorf("one has: %s", got)
	}
}

func TestFallbackReplacesAnOfferOnHoldInATextToo(t *testing.T) {
	t.Parallel()
	first, second := offerOf(6, "First"), offerOf(7, "Second")
	hold, id := offer.DailyCap, int64(7)
	first.Hold, first.FallbackOfferID = &hold, &id
	got := textsOf(t, first, second).shown(t, "See [rates](/go/carousel/6).")
	if !strings.Contains(got, `href="/go/carousel/6?`) || !strings.Contains(got, "Second pays us") {
		t.Errorf("with a fallback: %s", got)
	}
	if got := textsOf(t, first).shown(t, "See [rates](/go/carousel/6)."); got != "<p>See rates.</p>" {
		t.Errorf("without: %s", got)
	}
	over := time.Now().Add(-time.Minute)
	second.OverAt = &over
	if got := textsOf(t, second).shown(t, "[Claim](/go/carousel/7)"); got != "<p>Claim</p>" {
		t.Errorf("after the last day to claim: %s", got)
	}
}

func TestOfferAloneInAParagraphIsACard(t *testing.T) {
	t.Parallel()
	ends, terms := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), "We do not offer every plan."
	o := offerOf(7, "Tidewick")
	o.Figure, o.FigureNote, o.Who, o.Fee, o.EndsAt, o.Disclaimer = "$150", "bonus", "New customers", "None", &ends, &terms
	texts := textsOf(t, o)
	got := texts.shown(t, "Before.\n\n[See <rates>](/go/carousel/7 \"card\")")
	for _, part := range []string{
		"Tidewick pays us for the link marked", `<aside class="offer-card"`, "goes to partner.example.com", ">Example<", "Save &amp; win</p>", "<strong>$150</strong> bonus",
		"<dt>For</dt><dd>New customers</dd>", "<dt>Fee</dt><dd>None</dd>", "<dt>Ends</dt><dd>March 1, 2027</dd>", terms,
		`href="/go/carousel/7?in=%2Farticles%2Fa" rel="sponsored noopener">See &lt;rates&gt;<span`,
	} {
		if strings.Count(got, part) != 1 {
			t.Errorf("%d × %s in %s", strings.Count(got, part), part, got)
		}
	}
	if strings.Contains(got, "data-payer") || strings.Contains(got, `<p class="offer-card">`) {
		t.Errorf("what only we need is left: %s", got)
	}
	if got := texts.shown(t, "See [rates](/go/carousel/7 \"card\") here."); strings.Contains(got, "<aside") || !strings.Contains(got, "How we earn</a> "+terms) {
		t.Errorf("within a sentence: %s", got)
	}
	page, err := markdown.Note("[See rates](/go/carousel/7 \"card\")", nil)
	if err == nil {
		page, err = texts.Email(page, "/newsletter/n")
	}
	if err != nil || !strings.Contains(page, "<table>") || !strings.Contains(page, "<td>Ends: March 1, 2027</td>") || strings.Contains(page, "<aside") {
		t.Errorf("in an email: %v %s", err, page)
	}
}

func TestAddressWithoutAnOfferIsRejected(t *testing.T) {
	t.Parallel()
	texts := textsOf(t, offerOf(7, ""))
	for address, ok := range map[string]bool{
		"/go/carousel/7": true, "/go/carousel/9": true, "/guides": true, "https://site.example/go/x": true,
		"/go/carousel/10": false, "/go/daily/1": false, "/go/banner/1": false, "/go/": false, "/go/carousel/0": false, "/go/carousel/07": false, "/go/carousel/7?in=/x": false, "/go/carousel/7/": false,
		"/go/carousel/99999999999999999999": false, "/go/carousel/{zip}": false,
	} {
		if wrong := texts.CheckLink(address); (wrong == "") != ok {
			t.Errorf("%s: %q", address, wrong)
		}
	}
}
