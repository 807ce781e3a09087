package transfer

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pieces"
)

// wordpress is a WXR file, which WordPress exported.
type wordpress struct {
	path     string
	zone     *time.Location      // of what is dated by the clock alone
	site     string              // its address
	authors  map[string]wpAuthor // by their logins
	wrote    []string            // logins, and slugs of co-authors, in the order of their posts
	pictures map[string]string   // addresses, by the ids of attachments
	slugs    map[string]bool     // of posts
	numbers  map[string]string   // the slugs of posts, by their ids
	items    int                 // but attachments
}

// wpAuthor is an author in the head of the file.
type wpAuthor struct {
	ID    string `xml:"author_id"`
	Login string `xml:"author_login"`
	Name  string `xml:"author_display_name"`
	First string `xml:"author_first_name"`
	Last  string `xml:"author_last_name"`
}

// byline is the name to show: the first that is none of an account that is an
// email address.
func (a wpAuthor) byline() string {
	for _, name := range []string{a.Name, a.First + " " + a.Last, a.Login} {
		if name = oneLine(words(name), maxByline); name != "" && !strings.Contains(name, "@") {
			return name
		}
	}
	return strings.TrimSpace("Author " + a.ID)
}

// slug is made of the login, unless that is an email address or has no
// letters, then of the name, or else of the id.
func (a wpAuthor) slug() string {
	login := a.Login
	if strings.Contains(login, "@") {
		login = ""
	}
	return cmp.Or(Slug(login), Slug(a.byline()), Slug("author "+a.ID))
}

// uncategorized is the category that WordPress gives to what has none.
const uncategorized = "uncategorized"

// maxByline is how much of a name is taken, in characters.
const maxByline = 80

// wpItem is a post, a page, an attachment or something else.
type wpItem struct {
	Title      string       `xml:"title"`
	Creator    string       `xml:"http://purl.org/dc/elements/1.1/ creator"`
	Encoded    []wpEncoded  `xml:"encoded"`
	ID         string       `xml:"post_id"`
	Slug       string       `xml:"post_name"`
	Status     string       `xml:"status"`
	Type       string       `xml:"post_type"`
	Date       string       `xml:"post_date_gmt"`
	LocalDate  string       `xml:"post_date"`
	Public     string       `xml:"pubDate"`
	Modified   string       `xml:"post_modified_gmt"`
	LocalMod   string       `xml:"post_modified"`
	Sticky     string       `xml:"is_sticky"`
	Password   string       `xml:"post_password"`
	Attachment string       `xml:"attachment_url"`
	Categories []wpCategory `xml:"category"`
	Meta       []wpMeta     `xml:"postmeta"`
	line       int
}

// wpEncoded is a text: content:encoded or excerpt:encoded.
type wpEncoded struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
	line    int
}

// UnmarshalXML implements xml.Unmarshaler.
func (e *wpEncoded) UnmarshalXML(read *xml.Decoder, begin xml.StartElement) error {
	type plain wpEncoded
	e.line, _ = read.InputPos()
	return read.DecodeElement((*plain)(e), &begin)
}

type wpCategory struct {
	Domain   string `xml:"domain,attr"`
	Nicename string `xml:"nicename,attr"`
	Name     string `xml:",chardata"`
}

type wpMeta struct {
	Key   string `xml:"meta_key"`
	Value string `xml:"meta_value"`
}

// text is the text of content or excerpt, and its first line.
func (i wpItem) text(space string) (text string, line int) {
	for _, e := range i.Encoded {
		if strings.Contains(e.XMLName.Space, "/"+space+"/") {
			return e.Text, e.line
		}
	}
	return "", i.line
}

func (i wpItem) meta(key string) string {
	for _, m := range i.Meta {
		if m.Key == key {
			return strings.TrimSpace(m.Value)
		}
	}
	return ""
}

// author is the login of who wrote the post, or the slug of the first co-author.
func (i wpItem) author() (login, name string) {
	for _, c := range i.Categories {
		if c.Domain == "author" {
			return c.Nicename, c.Name
		}
	}
	return i.Creator, ""
}

// read reads the file twice: what posts refer to, and then the posts, of which
// one is held at a time.
func (w *wordpress) read(to taker) error {
	w.authors, w.pictures, w.slugs = map[string]wpAuthor{}, map[string]string{}, map[string]bool{}
	w.numbers = map[string]string{}
	if err := w.walk(w.gather); err != nil {
		return err
	}
	to.expect(len(w.wrote) + w.items)
	for _, login := range w.wrote {
		err := to.put(entry{
			folder: authorsFolder, name: "author " + login, slug: w.authors[login].slug(), once: true, line: func(string) int { return 0 },
			fields: map[string]any{"name": w.authors[login].byline()},
		})
		if err != nil {
			return err
		}
	}
	return w.walk(func(i wpItem) error {
		name := fmt.Sprintf("%s %s “%s”", i.Type, i.ID, i.Title)
		out, why := w.post(i, name)
		if why != "" {
			if i.Type != "attachment" {
				to.tell(Outcome{LeftOut, name, i.line, why})
			}
			return nil
		}
		e, err := out.entry()
		if err != nil {
			to.tell(out.unconverted(err))
			return nil
		}
		return to.put(e)
	})
}

// author is who has a login; one whom the head of the file does not name has no
// more.
func (w *wordpress) author(login string) wpAuthor {
	if a, known := w.authors[login]; known {
		return a
	}
	return wpAuthor{Login: login, ID: strconv.Itoa(1 + slices.Index(w.wrote, login))}
}

// gather keeps what posts refer to.
func (w *wordpress) gather(i wpItem) error {
	if i.Type != "attachment" {
		w.items++
	}
	switch i.Type {
	case "attachment":
		w.pictures[i.ID] = i.Attachment
	case "post":
		w.slugs[Slug(i.Slug)], w.numbers[i.ID] = true, i.Slug
		login, name := i.author()
		if login == "" {
			return nil
		}
		if !slices.Contains(w.wrote, login) {
			w.wrote = append(w.wrote, login)
		}
		a := w.author(login)
		a.Name = cmp.Or(name, a.Name)
		w.authors[login] = a
	}
	return nil
}

// post is a post, or why it is none.
func (w *wordpress) post(i wpItem, name string) (out post, why string) {
	statuses := map[string]string{"publish": pieces.Published, "future": pieces.Scheduled, "draft": pieces.Draft, "pending": pieces.Draft, "private": pieces.Draft}
	switch {
	case i.Type != "post":
		return out, "We only import posts, with their authors, categories, and tags."
	case statuses[i.Status] == "":
		return out, "It's in the trash or was never saved."
	}
	login, _ := i.author()
	text, gone := withoutShortcodes(numbered(i.text("content")))
	excerpt, _ := i.text("excerpt")
	out = post{
		name: name, slug: cmp.Or(i.Slug, Slug(i.Title)), title: i.Title, excerpt: words(cmp.Or(strings.TrimSpace(excerpt), i.meta("_yoast_wpseo_metadesc"))),
		html: paragraphs(text), shortcodes: gone, status: statuses[i.Status], published: w.moment(i.Date, i.LocalDate, i.Public), revised: w.moment(i.Modified, i.LocalMod, ""),
		featured: i.Sticky == "1", line: i.line, lead: w.lead,
	}
	if login != "" {
		out.author = w.author(login).byline()
	}
	if id := i.meta("_thumbnail_id"); id != "" {
		out.image = cmp.Or(w.pictures[id], "of the attachment "+id)
	}
	for _, c := range i.Categories {
		switch c.Domain {
		case "category":
			if c.Nicename != uncategorized {
				out.categories = append(out.categories, c.Nicename)
			}
		case "post_tag":
			out.tags = append(out.tags, words(c.Name))
		}
	}
	if i.Password != "" {
		out.status = pieces.Draft
	}
	if out.status == pieces.Draft {
		out.published = nil
	}
	return out, ""
}

// moment is the first moment of these: in GMT, on the site's clock, or as in a
// feed. It is nil where there is none, as for 0000-00-00.
func (w *wordpress) moment(gmt, local, public string) any {
	if at := moment(strings.TrimSpace(gmt)); at != nil {
		return at
	}
	if at, err := time.ParseInLocation(time.DateTime, strings.TrimSpace(local), w.zone); err == nil {
		return at.UTC()
	}
	if at, err := time.Parse(time.RFC1123Z, strings.TrimSpace(public)); err == nil {
		return at.UTC()
	}
	return nil
}

// lead is where a link leads here: to the article where it led to the post.
func (w *wordpress) lead(href string) string {
	path, own := strings.CutPrefix(withoutScheme(href), withoutScheme(w.site)+"/")
	if own = own && w.site != ""; !own {
		path, own = strings.CutPrefix(href, "/")
	}
	if !own {
		return href
	}
	at, err := url.Parse(path)
	if err != nil {
		return href
	}
	parts := strings.Split(strings.Trim(at.Path, "/"), "/")
	slug := Slug(cmp.Or(parts[len(parts)-1], w.numbers[at.Query().Get("p")]))
	if slug != "" && w.slugs[slug] {
		return "/articles/" + slug
	}
	return "/" + path
}

// withoutScheme is an address of the web from its host on: a site may have been
// at http before.
func withoutScheme(address string) string {
	for _, scheme := range []string{"https:", "http:"} {
		address = strings.TrimPrefix(address, scheme)
	}
	return strings.TrimPrefix(address, "//")
}

// walk gives each item of the file to a function.
func (w *wordpress) walk(act func(wpItem) error) error {
	f, err := os.Open(w.path)
	if err != nil {
		return err
	}
	defer f.Close()
	bounded := &allowance{from: printable{f}, left: maxItem}
	read := xml.NewDecoder(bounded)
	found := false
	var failed error // of what an item is for
	do := func(i wpItem) error {
		failed = act(i)
		return failed
	}
	for {
		token, err := read.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			bounded.left = maxItem
			err = w.element(read, token, &found, do)
		}
		if failed != nil {
			return failed
		}
		if err != nil {
			line, _ := read.InputPos()
			return unreadable(err, line)
		}
	}
	if !found {
		return fault.New(fault.Invalid, "This isn't a WordPress export: it has no wxr_version.")
	}
	return nil
}

// unreadable is an error of the file at a line.
func unreadable(err error, line int) error {
	if errors.Is(err, errTooLarge) {
		return fault.New(fault.TooLarge, fmt.Sprintf("We couldn't read this WordPress export: an item near line %d is larger than 32 MB.", line))
	}
	return fault.New(fault.Invalid, fmt.Sprintf("We couldn't read this WordPress export past line %d.", line)).Because(err)
}

// element reads an element of the channel.
func (w *wordpress) element(read *xml.Decoder, token xml.Token, found *bool, act func(wpItem) error) error {
	begin, ok := token.(xml.StartElement)
	if !ok {
		return nil
	}
	switch begin.Name.Local {
	case "wxr_version":
		*found = true
	case "base_blog_url":
		return read.DecodeElement(&w.site, &begin)
	case "author":
		var a wpAuthor
		err := read.DecodeElement(&a, &begin)
		if _, known := w.authors[a.Login]; !known {
			w.authors[a.Login] = a
		}
		return err
	case "item":
		var i wpItem
		line, _ := read.InputPos()
		if err := read.DecodeElement(&i, &begin); err != nil {
			return err
		}
		i.line, i.Title = line, words(i.Title)
		return act(i)
	}
	return nil
}

// printable reads without the control bytes that XML does not allow, which some
// plugins leave in texts.
type printable struct{ from io.Reader }

// Read implements io.Reader.
func (p printable) Read(b []byte) (int, error) {
	n, err := p.from.Read(b)
	for i, c := range b[:n] {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			b[i] = ' '
		}
	}
	return n, err
}
