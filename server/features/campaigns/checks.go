package campaigns

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/sync/errgroup"

	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/markdown"
)

// Check is a check of an email before it is sent.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Blocks bool   `json:"blocks"` // unless OK, sending must be confirmed
	Detail string `json:"detail"` // what is wrong; "" if OK
	Field  string `json:"field"`  // the field without which it can't be sent, even if confirmed; "" for other checks
}

// Limits of an email.
const (
	longSubject = 60         // characters, before phones cut it
	heavy       = 100 * 1000 // bytes, before Gmail cuts it
)

// unwritten is the error for an email without content.
const unwritten = "Write something or pick an article or guide before you send this."

// asMarkdown matches the Markdown of a picture that isn't shown.
var asMarkdown = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\n]*\)`)

// check checks an email.
func (c Composer) check(ctx context.Context, e Email, mailer *mail.Mailer) ([]Check, error) {
	message, err := c.message(ctx, e)
	if err != nil {
		return nil, err
	}
	body, err := html.Parse(strings.NewReader(string(message.Content.Body)))
	if err != nil {
		return nil, err
	}
	shown, text, err := mailer.Show(message)
	if err != nil {
		return nil, err
	}
	content := point("There is something to read", false, unless(e.Body != "" || len(e.Pieces) > 0, unwritten))
	content.Field = "body"
	list := []Check{
		content,
		point("Links to our pages work", true, c.broken(ctx, e, body)),
		point("Links to other sites work", true, c.dead(ctx, body)),
		point("Pictures have alt text", false, undescribed(body)),
		point("Pictures exist", true, c.missing(body, message.Content.Text)),
		point("The subject fits on phones", false, unless(utf8.RuneCountInString(e.Subject) <= longSubject, fmt.Sprintf("The subject is longer than %d characters.", longSubject))),
		point("The preview text is set", false, unless(e.Preheader != "", "Without it, inboxes show the first words of the email.")),
		point("The email is under 100 kB", true, unless(len(shown)+len(text) < heavy, "Some email apps cut off emails over 100 kB.")),
		point("The email shows our postal address", true, unless(mailer.NamesAddress(), "The law requires a postal address in every email. Set POSTAL_ADDRESS.")),
	}
	return list, nil
}

func point(name string, blocks bool, wrong string) Check {
	return Check{Name: name, OK: wrong == "", Blocks: blocks, Detail: wrong}
}

func unless(ok bool, sentence string) string {
	if ok {
		return ""
	}
	return sentence
}

// broken returns what is wrong with the first broken link: to a page that doesn't
// exist, a piece that isn't public, or an offer that isn't shown.
func (c Composer) broken(ctx context.Context, e Email, body *html.Node) string {
	for n := range body.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "href"), c.BaseURL)
		if n.Data != "a" || !isOwn {
			continue
		}
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		if path != "" && !c.IsPage(path) && !strings.HasPrefix(path, markdown.OfferPath) {
			return "A link leads to " + path + ", which doesn’t exist."
		}
	}
	for _, address := range markdown.OfferLinks(e.Body) {
		if _, ok := c.Offers.Link(address, ""); !ok {
			return "The offer at " + address + " has ended, so its link is left out."
		}
	}
	picked, err := c.Store.pieces(ctx, e.Pieces)
	if err != nil || len(picked) < len(e.Pieces) {
		return "A selected article or guide isn’t public, so it’s left out."
	}
	placed, err := c.Store.offers(ctx, e.Offers)
	if err != nil || len(placed) < len(e.Offers) {
		return "A sponsored offer isn’t active, so it’s left out."
	}
	return ""
}

// missing returns what is wrong with the first picture that doesn't exist.
func (c Composer) missing(body *html.Node, text string) string {
	if asMarkdown.MatchString(text) {
		return "A picture isn’t hosted on this site, so readers would see its Markdown. Upload it."
	}
	for n := range body.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "src"), c.BaseURL)
		if n.Data == "img" && isOwn && !c.IsPicture(path) {
			return "We couldn’t find the picture " + path + ". Upload it or remove it."
		}
	}
	return ""
}

func undescribed(body *html.Node) string {
	for n := range body.Descendants() {
		if n.Data == "img" && strings.TrimSpace(attribute(n, "alt")) == "" {
			return "A picture has no alt text."
		}
	}
	return ""
}

// Links checks links to other sites. It remembers the results for a while, so that
// not every save of a draft checks them again.
type Links struct {
	// Check returns a sentence about what is wrong with an address, or "".
	Check func(ctx context.Context, address string) string

	mu    sync.Mutex
	known map[string]found // by address; guarded by mu
}

// found is the result of a check of an address.
type found struct {
	problem string
	at      time.Time
}

// Limits of checking an email's links.
const (
	maxLinks     = 50
	linksAtOnce  = 8
	linksTime    = 20 * time.Second
	goodFor      = 15 * time.Minute
	brokenFor    = time.Minute // it may be fixed soon
	checksTime   = 30 * time.Second
	notAnswering = "It didn't answer in time."
)

// broken returns the first broken address, and why.
func (l *Links) broken(ctx context.Context, addresses []string) (address, problem string) {
	if l == nil {
		return "", ""
	}
	ctx, end := context.WithTimeout(ctx, linksTime)
	defer end()
	addresses = addresses[:min(len(addresses), maxLinks)]
	problems := make([]string, len(addresses))
	var group errgroup.Group
	group.SetLimit(linksAtOnce)
	for i, address := range addresses {
		group.Go(func() error {
			problems[i] = l.problem(ctx, address)
			return nil
		})
	}
	_ = group.Wait()
	if i := slices.IndexFunc(problems, func(p string) bool { return p != "" }); i >= 0 {
		return addresses[i], problems[i]
	}
	return "", ""
}

func (l *Links) problem(ctx context.Context, address string) string {
	l.mu.Lock()
	known, ok := l.known[address]
	l.mu.Unlock()
	if age := time.Since(known.at); ok && (age < brokenFor || known.problem == "" && age < goodFor) {
		return known.problem
	}
	problem := l.Check(ctx, address)
	if ctx.Err() != nil {
		return notAnswering // or it wasn't tried
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) > 100*maxLinks {
		l.known = map[string]found{}
	}
	l.known[address] = found{problem, time.Now()}
	return problem
}

// elsewhere returns the addresses on other sites that a body links to, each once.
func (c Composer) elsewhere(body *html.Node) (addresses []string) {
	for n := range body.Descendants() {
		href := attribute(n, "href")
		isWeb := strings.HasPrefix(href, "https://") || strings.HasPrefix(href, "http://")
		if n.Data == "a" && isWeb && href != c.BaseURL && !strings.HasPrefix(href, c.BaseURL+"/") && !slices.Contains(addresses, href) {
			addresses = append(addresses, href)
		}
	}
	return addresses
}

// dead returns what is wrong with the first broken link to another site.
func (c Composer) dead(ctx context.Context, body *html.Node) string {
	if address, problem := c.Links.broken(ctx, c.elsewhere(body)); problem != "" {
		return "A link leads to " + address + ". " + problem
	}
	return ""
}
