package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"thriftwell/server/features/auth"
	"thriftwell/server/platform/session"
)

// Begin starts a sign-in and returns its state and the browser's cookies.
func (s *Site) Begin(returnTo string) (state, jar string) {
	s.T.Helper()
	a := s.Get("/api/auth/dev?returnTo=" + url.QueryEscape(returnTo))
	to, err := url.Parse(a.Header.Get("Location"))
	if a.Status != 302 || err != nil {
		s.T.Fatalf("begin: %d %s", a.Status, a.Body)
	}
	return to.Query().Get("state"), Cookies("", a)
}

// Finish completes a sign-in as one of the development accounts.
func (s *Site) Finish(state, account, jar string) Answer {
	s.T.Helper()
	return s.Get("/api/auth/dev/callback?"+url.Values{"state": {state}, "code": {account}}.Encode(), "Cookie", jar)
}

// SignIn signs in as one of the development accounts and returns the cookies.
func (s *Site) SignIn(account string) string {
	s.T.Helper()
	state, jar := s.Begin("/")
	a := s.Finish(state, account, jar)
	if a.Status != 302 {
		s.T.Fatalf("sign in as %s: %d %s", account, a.Status, a.Body)
	}
	return Cookies(jar, a)
}

// Cookies returns the Cookie header that a browser sends after an answer, if it
// sent had before.
func Cookies(had string, a Answer) string {
	jar := map[string]string{}
	before, _ := http.ParseCookie(had)
	for _, c := range before {
		jar[c.Name] = c.Value
	}
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		jar[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(jar, c.Name)
		}
	}
	var out []string
	for name, value := range jar {
		out = append(out, name+"="+value)
	}
	return strings.Join(out, "; ")
}

// User requests the signed-in user.
func (s *Site) User(headers ...string) Answer {
	s.T.Helper()
	return s.Get("/api/auth/user", headers...)
}

// Token creates an API token with a role.
func (s *Site) Token(role session.Role) string {
	s.T.Helper()
	_, secret, err := s.Auth.CreateToken(context.Background(), session.CommandLine(), auth.NewToken{Email: string(role) + "@tokens.example", Role: role, Days: 1})
	if err != nil {
		s.T.Fatal(err)
	}
	return secret
}

// Member makes calls as a signed-in user.
type Member struct {
	*Site
	Cookie string
}

// As signs in as one of the development accounts.
func (s *Site) As(account string) Member {
	s.T.Helper()
	return Member{s, s.SignIn(account)}
}

// Do makes a call with a JSON body; nil means no body.
func (p Member) Do(method, path string, body any) Answer {
	p.T.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.T.Fatal(err)
		}
		text = string(b)
	}
	return p.Call(method, path, text, "Cookie", p.Cookie)
}

// Must is like Do for a call that must succeed, and returns the answer's JSON.
func Must[T any](p Member, method, path string, body any) T {
	p.T.Helper()
	a := p.Do(method, path, body)
	if a.Status >= 300 {
		p.T.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	return Decode[T](p.T, a.Body)
}

// M is a JSON object.
type M = map[string]any

// Record has the fields of a page or an offer that tests read.
type Record struct {
	ID        int64   `json:"id"`
	PageID    int64   `json:"pageId"`
	Title     string  `json:"title"`
	Slug      string  `json:"slug"`
	URL       string  `json:"url"`
	ImageURL  *string `json:"imageUrl"`
	Priority  int     `json:"priority"`
	IsActive  bool    `json:"isActive"`
	Featured  bool    `json:"isFeatured"`
	Views     int64   `json:"views"`
	Version   int     `json:"version"`
	DeletedAt *string `json:"deletedAt"`
}

// Edit is Must for a page or an offer.
func (p Member) Edit(method, path string, body any) Record {
	p.T.Helper()
	return Must[Record](p, method, path, body)
}

// Page returns the content page with a slug.
func (p Member) Page(slug string) Record {
	p.T.Helper()
	for _, page := range Must[[]Record](p, "GET", "/api/content/pages", nil) {
		if page.Slug == slug {
			return page
		}
	}
	p.T.Fatalf("no page %s", slug)
	return Record{}
}

// Offers returns the offers of a page.
func (p Member) Offers(page Record, query string) []Record {
	p.T.Helper()
	return Must[[]Record](p, "GET", fmt.Sprintf("/api/content/offers?pageId=%d%s", page.ID, query), nil)
}
