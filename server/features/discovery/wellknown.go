package discovery

import (
	"fmt"
	"strings"
	"time"
)

// robots returns the content of /robots.txt.
func (s Site) robots() string {
	return fmt.Sprintf("User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /links/\nDisallow: /go/\nDisallow: /dev/\n\nSitemap: %s/sitemap.xml\n", s.BaseURL)
}

// securityExpires is how long security.txt stays valid.
const securityExpires = 180 * 24 * time.Hour

// security returns the content of /.well-known/security.txt (RFC 9116).
func (s Site) security(now time.Time) string {
	return fmt.Sprintf("Contact: mailto:%s\nExpires: %s\nPreferred-Languages: en\nCanonical: %s%s\n",
		s.Support(), now.UTC().Truncate(24*time.Hour).Add(securityExpires).Format(time.RFC3339), s.BaseURL, SecurityPath)
}

// manifest returns the web app manifest (https://www.w3.org/TR/appmanifest/).
func (s Site) manifest() map[string]any {
	return map[string]any{
		"name": s.Name, "short_name": s.Name, "description": s.Tagline, "lang": language, "id": "/", "start_url": "/", "scope": "/",
		"display": "browser", "theme_color": "#14463a", "background_color": "#fffdf6",
		"icons": []map[string]string{
			{"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
			{"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
			{"src": "/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
			{"src": favicon, "sizes": "any", "type": "image/svg+xml"},
		},
	}
}

// maxLLMsPieces is the maximum number of articles, and of guides, in /llms.txt.
// The newest are listed.
const maxLLMsPieces = 200

// llms returns the content of /llms.txt (https://llmstxt.org), a Markdown list
// of what there is to read.
func (s Site) llms(guides, articles []Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n> %s Articles and step-by-step guides for American consumers who want to keep more of their money.\n\n", s.Name, s.Tagline)
	b.WriteString("Every page is complete HTML. Each article and guide is also available as Markdown: add .md to its address.\n")
	for _, list := range []struct {
		title   string
		entries []Entry
	}{{"Guides", guides}, {"Articles", articles}} {
		fmt.Fprintf(&b, "\n## %s\n\n", list.title)
		for _, e := range list.entries {
			fmt.Fprintf(&b, "- [%s](%s%s.md): %s\n", e.Title, s.BaseURL, e.Path(), e.About)
		}
	}
	b.WriteString("\n## Optional\n\n")
	fmt.Fprintf(&b, "- [Feed](%[1]s/feed.json): the newest articles and guides as a JSON feed, or as Atom at %[1]s/feed.xml\n- [Sitemap](%[1]s/sitemap.xml): every page\n", s.BaseURL)
	return b.String()
}
