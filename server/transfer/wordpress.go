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

// wordpress is a WXR file, the export format of WordPress.
type wordpress struct {
	path     string
	zone     *time.Location      // for times without one
	site     string              // its address
	authors  map[string]wpAuthor // by login
	wrote    []string            // logins of authors and slugs of co-authors, in order of posts
	pictures map[string]string   // addresses by attachment id
	slugs    map[string]bool     // of posts
	numbers  map[string]string   // slugs of posts by id
	items    int                 // number without attachments
}

// wpAuthor is an author in the file's head.
type wpAuthor struct {
	ID    string `xml:"author_id"`
	Login string `xml:"author_login"`
	Name  string `xml:"author_display_name"`
	First string `xml:"author_first_name"`
	Last  string `xml:"author_last_name"`
}

// byline returns the first name that isn't an email address.
func (a wpAuthor) byline() string {
	for _, name := range []string{a.Name, a.First + " " + a.Last, a.Login} {
		if name = oneLine(words(name), maxByline); name != "" && !strings.Contains(name, "@") {
			return name
		}
	}
	return strings.TrimSpace("Author " + a.ID)
}

// slug returns a slug for the login, for the name if the login is an email
// address or has no letters, or else for the id.
func (a wpAuthor) slug() string {
	login := a.Login
	if strings.Contains(login, "@") {
		login = ""
	}
	return cmp.Or(Slug(login), Slug(a.byline()), Slug("author "+a.ID))
}

// uncategorized is the category that WordPress gives posts without one.
const uncategorized = "uncategorized"

// maxByline is the length limit of a byline, in characters.
const maxByline = 80

// wpItem is a post, a page, an attachment or another item.
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

// wpEncoded is content:encoded or excerpt:encoded.
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

// text returns the content or the excerpt, and its first line.
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

// author returns the login of the post's author, or the slug of the first
// co-author.
func (i wpItem) author() (login, name string) {
	for _, c := range i.Categories {
		if c.Domain == "author" {
			return c.Nicename, c.Name
		}
	}
	return i.Creator, ""
}

// read reads the file twice: first what posts refer to, then the posts, keeping
// one in memory at a time.
func (w *wordpress) read(to receiver) error {
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

// author returns the author with a login. If the file's head doesn't list them,
// only the login is known.
func (w *wordpress) author(login string) wpAuthor {
	if a, known := w.authors[login]; known {
		return a
	}
	return wpAuthor{Login: login, ID: strconv.Itoa(1 + slices.Index(w.wrote, login))}
}

// gather collects what posts refer to.
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

// post converts a post, or says why it's skipped.
func (w *wordpress) post(i wpItem, name string) (out post, why string) {
	statuses := map[string]string{"publish": pieces.Published, "future": pieces.Scheduled, "draft": pieces.Draft, "pending": pieces.Draft, "private": pieces.Draft}
	switch {
	case i.Type != "post":
		return out, "We only import posts, with their authors, categories, and tags."
	case statuses[i.Status] == "":
		return out, "It's in the trash or was never saved."
	}
	login, _ := i.author()
	text, gone := withoutShortcodes(markLines(i.text("content")))
	excerpt, _ := i.text("excerpt")
	out = post{
		name: name, slug: cmp.Or(i.Slug, Slug(i.Title)), title: i.Title, excerpt: words(cmp.Or(strings.TrimSpace(excerpt), i.meta("_yoast_wpseo_metadesc"))),
		html: paragraphs(text), shortcodes: gone, status: statuses[i.Status], published: w.parseTime(i.Date, i.LocalDate, i.Public), revised: w.parseTime(i.Modified, i.LocalMod, ""),
		featured: i.Sticky == "1", line: i.line, localLink: w.localLink,
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

// parseTime returns the first valid time: in GMT, in the site's zone, or as in
// a feed. It returns nil if there is none, as for 0000-00-00.
func (w *wordpress) parseTime(gmt, local, public string) any {
	if at := parseTime(strings.TrimSpace(gmt)); at != nil {
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

// localLink returns a link's address on this site, if it led to an imported
// post.
func (w *wordpress) localLink(href string) string {
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

// withoutScheme returns an address from the host on, since a site may have
// moved from http to https.
func withoutScheme(address string) string {
	for _, scheme := range []string{"https:", "http:"} {
		address = strings.TrimPrefix(address, scheme)
	}
	return strings.TrimPrefix(address, "//")
}

// walk calls act for each item of the file.
func (w *wordpress) walk(act func(wpItem) error) error {
	f, err := os.Open(w.path)
	if err != nil {
		return err
	}
	defer f.Close()
	bounded := &allowance{from: printable{f}, left: maxItem}
	read := xml.NewDecoder(bounded)
	found := false
	var failed error // from act
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

// unreadable returns the error for a file that can't be read past a line.
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

// printable drops control characters that XML doesn't allow but some plugins
// write.
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
