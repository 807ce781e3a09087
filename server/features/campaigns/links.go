package campaigns

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/sync/errgroup"
)

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
