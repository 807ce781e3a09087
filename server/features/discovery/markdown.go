package discovery

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"thriftwell/server/platform/markdown"
)

// markdown returns a piece as Markdown.
func (s Site) markdown(p Piece) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n> %s\n\nBy %s, published %s", p.Title, p.About, p.AuthorName, p.Published.Format(time.DateOnly))
	if p.Changed.After(p.Published) {
		fmt.Fprintf(&b, ", revised %s", p.Changed.Format(time.DateOnly))
	}
	fmt.Fprintf(&b, ". Web page: <%s>\n\n", s.BaseURL+p.Path())
	if p.Correction != nil {
		fmt.Fprintf(&b, "Correction, %s: %s\n\n", p.Correction.At.Format(time.DateOnly), p.Correction.Text)
	}
	texts := []string{p.Body, p.Conclusion}
	for _, step := range p.Steps {
		texts = append(texts, step.Content)
	}
	sheets, _ := markdown.Numbers(texts...)
	s.text(&b, markdown.Plain(p.Body, sheets...))
	for i, step := range p.Steps {
		fmt.Fprintf(&b, "## %d. %s\n\n", i+1, step.Title)
		s.text(&b, markdown.PrefixFootnotes(markdown.Plain(step.Content, sheets...), fmt.Sprintf("step-%d-", i+1)))
		if step.CTAText != nil && step.CTAURL != nil {
			address, paid := *step.CTAURL, ""
			if step.CTASponsored || strings.HasPrefix(address, markdown.OfferPath) {
				paid = " (sponsored)"
			}
			if strings.HasPrefix(address, "/") {
				address = s.BaseURL + address
			}
			fmt.Fprintf(&b, "[%s](%s)%s\n\n", *step.CTAText, address, paid)
		}
	}
	if p.Conclusion != "" {
		b.WriteString("## The bottom line\n\n")
		s.text(&b, markdown.PrefixFootnotes(markdown.Plain(p.Conclusion, sheets...), "end-"))
	}
	if len(p.Sources) > 0 {
		b.WriteString("## Sources\n\n")
		for _, source := range p.Sources {
			fmt.Fprintf(&b, "- [%s](%s)\n", source.Title, source.URL)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// offerLink matches the end of a link to an offer.
var offerLink = regexp.MustCompile(`\]\((` + markdown.OfferPath + `\w+/\d+)(?: "[^"]*")?\)`)

// text writes text with absolute URLs in links to the site's own pages and
// pictures.
func (s Site) text(b *strings.Builder, text string) {
	text = offerLink.ReplaceAllString(text, `]($1 "`+markdown.Sponsored+`")`)
	b.WriteString(strings.ReplaceAll(strings.TrimRight(text, "\n"), "](/", "]("+s.BaseURL+"/"))
	b.WriteString("\n\n")
}
