package auth

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
)

//go:embed page.html
var pageSource string

// link is one choice on a page.
type link struct{ Href, Text string }

// page is one of the few pages that sign-in shows by itself: a title, a
// sentence and links.
type page struct {
	Title, Text string
	Links       []link
	Style       template.CSS // the site's own, which its policy allows
}

func (p page) write(w io.Writer) error {
	t, err := template.New("page").Parse(pageSource)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// choosePage lists the providers.
func choosePage(providers []Provider, returnTo string) page {
	p := page{Title: "Sign in"}
	for _, v := range providers {
		p.Links = append(p.Links, link{beginPath(v.Name(), returnTo), "Continue with " + v.Label()})
	}
	return p
}

// developmentPage lists the built-in accounts.
func developmentPage(state string) page {
	p := page{Title: "Who do you want to be?", Text: "Development only: these accounts have no password."}
	for _, a := range devAccounts() {
		query := url.Values{"state": {state}, "code": {a.Subject}}
		p.Links = append(p.Links, link{
			"/api/auth/" + DevelopmentName + "/callback?" + query.Encode(),
			fmt.Sprintf("%s %s, %s (%s)", a.FirstName, a.LastName, a.Role, a.Email()),
		})
	}
	return p
}

// failedPage tells why nobody is signed in.
func failedPage(why string) page {
	return page{Title: "You are not signed in", Text: why, Links: []link{{"/api/auth/login", "Try again"}, {"/", "Back to the site"}}}
}

// beginPath is where a sign-in begins.
func beginPath(provider, returnTo string) string {
	return "/api/auth/" + url.PathEscape(provider) + "?" + url.Values{"returnTo": {returnTo}}.Encode()
}
