package transfer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// ghost is an export of Ghost.
type ghost struct {
	path    string
	users   map[string]ghostUser
	tags    map[string]ghostTag
	tagged  map[string][]ghostJoin // by post
	written map[string][]ghostJoin // by post
	meta    map[string]ghostMeta   // by post
	slugs   map[string]bool        // of posts
	wrote   map[string]bool        // users with posts
}

// ghostID is an id. In old exports it's a number.
type ghostID string

// UnmarshalJSON implements json.Unmarshaler.
func (id *ghostID) UnmarshalJSON(b []byte) error {
	*id = ghostID(strings.Trim(string(b), `"`))
	return nil
}

// ghostFlag is a boolean. In old exports it's 1 or 0.
type ghostFlag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *ghostFlag) UnmarshalJSON(b []byte) error {
	*f = string(b) == "true" || string(b) == "1"
	return nil
}

type ghostUser struct {
	ID              ghostID
	Name, Slug, Bio string
}

type ghostTag struct {
	ID         ghostID
	Name, Slug string
}

type ghostJoin struct {
	PostID    ghostID `json:"post_id"`
	TagID     ghostID `json:"tag_id"`
	AuthorID  ghostID `json:"author_id"`
	SortOrder int     `json:"sort_order"`
}

type ghostMeta struct {
	PostID          ghostID `json:"post_id"`
	MetaDescription string  `json:"meta_description"`
}

type ghostPost struct {
	ID                              ghostID
	Title, Slug, HTML, Status, Type string
	Visibility                      string // "public", or empty in old exports, for everyone
	Lexical, Mobiledoc              string
	Page, Featured                  ghostFlag
	AuthorID                        ghostID `json:"author_id"`
	PublishedAt                     string  `json:"published_at"`
	UpdatedAt                       string  `json:"updated_at"`
	CustomExcerpt                   string  `json:"custom_excerpt"`
	FeatureImage                    string  `json:"feature_image"`
	OldImage                        string  `json:"image"`
}

// read reads the file twice: first what posts refer to, then the posts, keeping
// one in memory at a time.
func (g ghost) read(to receiver) error {
	g.users, g.tags, g.tagged, g.written = map[string]ghostUser{}, map[string]ghostTag{}, map[string][]ghostJoin{}, map[string][]ghostJoin{}
	g.meta, g.slugs, g.wrote = map[string]ghostMeta{}, map[string]bool{}, map[string]bool{}
	foreign := map[string]int{}
	if err := g.walk(g.gather(), foreign); err != nil {
		return err
	}
	for _, table := range []string{"newsletters", "members", "subscribers", "products", "snippets", "settings"} {
		if foreign[table] > 0 {
			to.tell(Outcome{What: LeftOut, Name: table, Reason: fmt.Sprintf("We only import posts, with their authors and tags. Rows left out: %d.", foreign[table])})
		}
	}
	to.expect(len(g.wrote) + len(g.slugs))
	for _, id := range slices.Sorted(maps.Keys(g.wrote)) {
		if u, ok := g.users[id]; ok {
			err := to.put(entry{
				folder: authorsFolder, name: "user " + id + " “" + u.Name + "”", slug: Slug(u.Slug), once: true, line: func(string) int { return 0 },
				fields: map[string]any{"name": u.Name, "bio": oneLine(u.Bio, 600)},
			})
			if err != nil {
				return err
			}
		}
	}
	return g.walk(map[string]func(json.RawMessage) error{"posts": func(b json.RawMessage) error { return g.put(b, to) }}, map[string]int{})
}

// gather returns the functions that collect what posts refer to.
func (g ghost) gather() map[string]func(json.RawMessage) error {
	return map[string]func(json.RawMessage) error{
		"users":      each(func(u ghostUser) { g.users[string(u.ID)] = u }),
		"tags":       each(func(t ghostTag) { g.tags[string(t.ID)] = t }),
		"posts_tags": each(func(j ghostJoin) { g.tagged[string(j.PostID)] = append(g.tagged[string(j.PostID)], j) }),
		"posts_authors": each(func(j ghostJoin) {
			g.written[string(j.PostID)] = append(g.written[string(j.PostID)], j)
			g.wrote[string(j.AuthorID)] = true
		}),
		"posts_meta": each(func(m ghostMeta) { g.meta[string(m.PostID)] = m }),
		"posts": each(func(p ghostPost) {
			g.slugs[Slug(p.Slug)] = p.Type != "page" && !bool(p.Page)
			if p.AuthorID != "" && p.AuthorID != "null" {
				g.wrote[string(p.AuthorID)] = true
			}
		}),
	}
}

// each decodes rows for keep.
func each[T any](keep func(T)) func(json.RawMessage) error {
	return func(b json.RawMessage) error {
		var row T
		err := json.Unmarshal(b, &row)
		keep(row)
		return err
	}
}

// put passes a post to the receiver.
func (g ghost) put(b json.RawMessage, to receiver) error {
	var p ghostPost
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	name := fmt.Sprintf("post %s “%s”", p.ID, p.Title)
	out, why := g.post(p, name)
	if why.What != "" {
		to.tell(why)
		return nil
	}
	e, err := out.entry()
	if err != nil {
		to.tell(out.unconverted(err))
		return nil
	}
	return to.put(e)
}

// post converts a post, or says why it's skipped.
func (g ghost) post(p ghostPost, name string) (out post, why Outcome) {
	statuses := map[string]string{"published": pieces.Published, "scheduled": pieces.Scheduled, "draft": pieces.Draft}
	switch {
	case p.Type == "page" || p.Type == "" && bool(p.Page):
		return out, Outcome{What: LeftOut, Name: name, Reason: "Pages are left out."}
	case statuses[p.Status] == "":
		return out, Outcome{What: LeftOut, Name: name, Reason: "It was only sent by email."}
	case p.HTML == "" && (hasText(p.Lexical) || hasText(p.Mobiledoc)):
		return out, Outcome{What: Refused, Name: name, Reason: "It has no HTML text. Open and save it in Ghost, then export again."}
	}
	id := string(p.ID)
	out = post{
		name: name, slug: p.Slug, title: p.Title, excerpt: cmp.Or(p.CustomExcerpt, g.meta[id].MetaDescription), html: markLines(p.HTML, 1), status: statuses[p.Status],
		published: parseTime(p.PublishedAt), revised: parseTime(p.UpdatedAt), featured: bool(p.Featured), image: cmp.Or(p.FeatureImage, p.OldImage),
		author: g.users[g.author(p)].Name, localLink: g.localLink, leftOut: missingCards(cardsOf(p.Lexical), p.HTML),
	}
	if p.Visibility != "" && p.Visibility != "public" {
		out.status, out.published = pieces.Draft, nil
	}
	for _, j := range sorted(g.tagged[id]) {
		if t, ok := g.tags[string(j.TagID)]; ok && !strings.HasPrefix(t.Name, "#") {
			out.categories, out.tags = append(out.categories, t.Slug), append(out.tags, t.Name)
		}
	}
	return out, why
}

// cardsOf returns the cards in a document of the editor.
func cardsOf(lexical string) []ghostCard {
	var document struct {
		Root struct {
			Children []ghostCard `json:"children"`
		} `json:"root"`
	}
	_ = json.Unmarshal([]byte(lexical), &document) // best effort: only the HTML is imported
	return document.Root.Children
}

// author returns the id of a post's first author.
func (g ghost) author(p ghostPost) string {
	if by := sorted(g.written[string(p.ID)]); len(by) > 0 {
		return string(by[0].AuthorID)
	}
	return string(p.AuthorID)
}

func sorted(joins []ghostJoin) []ghostJoin {
	slices.SortStableFunc(joins, func(a, b ghostJoin) int { return a.SortOrder - b.SortOrder })
	return joins
}

// hasText reports whether a document of an editor has any text.
func hasText(document string) bool {
	return strings.Contains(document, `"text":"`) || strings.Contains(document, `,"`) && strings.Contains(document, `"markups"`)
}

// localLink returns a link's address on this site, if it led to an imported
// post.
func (g ghost) localLink(href string) string {
	path, own := strings.CutPrefix(href, "__GHOST_URL__")
	if !own && (!strings.HasPrefix(href, "/") || strings.HasPrefix(href, "//")) {
		return href
	}
	if at, err := url.Parse(path); err == nil {
		if slug := Slug(strings.Trim(at.Path, "/")); slug != "" && g.slugs[slug] {
			return "/articles/" + slug
		}
	}
	return cmp.Or(path, "/")
}

// parseTime parses Ghost's times. It returns nil for none.
func parseTime(text string) any {
	for _, form := range []string{time.RFC3339, time.DateTime} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC()
		}
	}
	return nil
}

// walk calls a function for each row of wanted tables, and counts the rows of
// others.
func (g ghost) walk(wanted map[string]func(json.RawMessage) error, others map[string]int) error {
	f, err := os.Open(g.path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := ghostWalk{wanted: wanted, others: others, allowance: &allowance{from: f, left: maxItem}}
	w.json = json.NewDecoder(w.allowance)
	if err := w.value("", 0); err != nil {
		return w.fault(err)
	}
	if !w.found {
		return fault.New(fault.Invalid, "This isn't a Ghost export: it has no data.")
	}
	return nil
}

// maxItem is the size limit of an item in an export, in bytes.
const maxItem = 32 << 20

// allowance reads until its allowance is used up.
type allowance struct {
	from io.Reader
	left int
}

var errTooLarge = errors.New("an item is larger than 32 MB")

// Read implements io.Reader.
func (a *allowance) Read(b []byte) (int, error) {
	if a.left <= 0 {
		return 0, errTooLarge
	}
	n, err := a.from.Read(b[:min(len(b), a.left)])
	a.left -= n
	return n, err
}

// ghostWalk walks through a file.
type ghostWalk struct {
	json      *json.Decoder
	allowance *allowance
	wanted    map[string]func(json.RawMessage) error
	others    map[string]int
	found     bool
}

// fault returns an error for an unreadable file, or err if it came from
// elsewhere.
func (w *ghostWalk) fault(err error) error {
	switch syntax := new(json.SyntaxError); {
	case errors.Is(err, errTooLarge):
		return fault.New(fault.TooLarge, fmt.Sprintf("We couldn't read this Ghost export: an item near byte %d is larger than 32 MB.", w.json.InputOffset()))
	case errors.Is(err, errTooDeep), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &syntax), errors.As(err, new(*json.UnmarshalTypeError)):
		return fault.New(fault.Invalid, fmt.Sprintf("We couldn't read this Ghost export past byte %d.", w.json.InputOffset())).Because(err)
	}
	return err
}

// maxDepth is how deeply the tables of an export can be nested.
const maxDepth = 8

var errTooDeep = errors.New("brackets are nested too deep")

// value walks through a key's value: db, a list of exports, or data, the tables
// of one. It skips others.
func (w *ghostWalk) value(key string, depth int) error {
	if depth > maxDepth {
		return errTooDeep
	}
	switch key {
	case "", "db":
		return w.inside(func(name string) error { return w.value(cmp.Or(name, "db"), depth+1) })
	case "data":
		w.found = true
		return w.inside(w.table)
	}
	w.allowance.left = maxItem
	return w.json.Decode(new(json.RawMessage))
}

// table walks through a table's rows.
func (w *ghostWalk) table(name string) error {
	return w.inside(func(string) error {
		w.allowance.left = maxItem
		var row json.RawMessage
		if err := w.json.Decode(&row); err != nil {
			return err
		}
		if act := w.wanted[name]; act != nil {
			return act(row)
		}
		w.others[name]++
		return nil
	})
}

// inside walks through the members of an object, or through the elements of a
// list, which have no names.
func (w *ghostWalk) inside(act func(name string) error) error {
	begin, err := w.json.Token()
	if err != nil {
		return err
	}
	if begin != json.Delim('{') && begin != json.Delim('[') {
		return nil
	}
	for w.json.More() {
		name := ""
		if begin == json.Delim('{') {
			key, err := w.json.Token()
			if err != nil {
				return err
			}
			name = key.(string)
		}
		if err := act(name); err != nil {
			return err
		}
	}
	_, err = w.json.Token()
	return err
}
