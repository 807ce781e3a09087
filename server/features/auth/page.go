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

// link is a choice on a page.
type link struct{ Href, Text string }

// emailForm is the form that asks where to email a link. Wrong is the error for
// the submitted address.
type emailForm struct{ Email, Wrong, ReturnTo string }

// page is one of the pages that the auth package renders itself: a title, a
// sentence and links.
type page struct {
	Title, Text string
	Note        string // about problems with email; may be empty
	Links       []link
	Mail        *emailForm // nil for no form
	Token       string     // of the emailed link whose button is shown; may be empty
	Sheet       string     // URL of the site's stylesheet

	Site, Tagline string // for the head of the page
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

// emailPath is the page with the form for an emailed link, whatever providers
// are configured.
const emailPath = "/api/auth/login?by=mail"

// developmentPage lists the built-in accounts.
func developmentPage(state string, byEmail bool) page {
	p := page{Title: "Who do you want to be?", Text: "Development only: these accounts have no password."}
	for _, a := range devAccounts() {
		query := url.Values{"state": {state}, "code": {a.Subject}}
		p.Links = append(p.Links, link{
			"/api/auth/" + DevelopmentName + "/callback?" + query.Encode(),
			fmt.Sprintf("%s %s, %s (%s)", a.FirstName, a.LastName, a.Role, a.Email()),
		})
	}
	if byEmail {
		p.Links = append(p.Links, link{emailPath, "Sign in with an email link"})
	}
	return p
}

// failedPage explains why signing in failed.
func failedPage(why string) page {
	return page{Title: "You’re not signed in", Text: why, Links: []link{{"/api/auth/login", "Try again"}, {"/", "Back to the site"}}}
}

// emailFails is shown where a link is asked for while no email goes out.
const emailFails = "We’re having trouble sending email right now, so your link may arrive late."

// sentPage is shown after a request for a link, whether or not the address
// belongs to staff.
func sentPage() page {
	return page{
		Title: "Check your email",
		Text:  "If this address belongs to someone who works here, we’ve sent it a sign-in link. The link works once, in this browser, for 15 minutes.",
		Links: []link{{emailPath, "Get another link"}, {"/", "Back to the site"}},
	}
}

// linkPage has the button that signs in.
func linkPage(site, token string) page {
	return page{Title: "Sign in to " + site, Token: token}
}

// beginPath returns the path that starts signing in.
func beginPath(provider, returnTo string) string {
	return "/api/auth/" + url.PathEscape(provider) + "?" + url.Values{"returnTo": {returnTo}}.Encode()
}
