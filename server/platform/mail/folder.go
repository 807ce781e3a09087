package mail

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Folder stores emails as files, for development. An email that is sent twice
// is stored once.
type Folder struct{ Dir string }

func (f Folder) keep(id string, m *gomail.Msg) error {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return fmt.Errorf("save an email: %w", err)
	}
	name := f.file(id)
	if err := m.WriteToFile(name + ".new"); err != nil {
		return fmt.Errorf("save an email: %w", err)
	}
	return os.Rename(name+".new", name)
}

func (f Folder) file(id string) string { return filepath.Join(f.Dir, filepath.Base(id)+extension) }

const extension = ".eml"

// Kept is an email in the folder.
type Kept struct {
	ID      string
	Sent    time.Time
	From    string
	To      string
	Subject string
	Headers []Header // all, by name
	Text    string
	HTML    string
}

// Header is one header line of an email.
type Header struct{ Name, Value string }

// List returns the stored emails, newest first, at most limit.
func (f Folder) List(limit int) ([]Kept, error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list emails: %w", err)
	}
	type file struct {
		id string
		at time.Time
	}
	var files []file
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), extension)
		if info, err := e.Info(); ok && err == nil {
			files = append(files, file{id, info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return b.at.Compare(a.at) })
	var out []Kept
	for _, one := range files[:min(limit, len(files))] {
		k, err := f.Read(one.id)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

// Read returns the email with an id, or os.ErrNotExist.
func (f Folder) Read(id string) (Kept, error) {
	file, err := os.Open(f.file(id))
	if err != nil {
		return Kept{}, err
	}
	defer file.Close()
	m, err := mail.ReadMessage(file)
	if err != nil {
		return Kept{}, fmt.Errorf("read email %s: %w", id, err)
	}
	decode := func(name string) string {
		s, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			return m.Header.Get(name)
		}
		return s
	}
	k := Kept{ID: id, From: decode("From"), To: decode("To"), Subject: decode("Subject")}
	k.Sent, _ = m.Header.Date()
	for name, values := range m.Header {
		for _, v := range values {
			k.Headers = append(k.Headers, Header{name, v})
		}
	}
	slices.SortFunc(k.Headers, func(a, b Header) int { return strings.Compare(a.Name, b.Name) })
	return k, k.readParts(m)
}

func (k *Kept) readParts(m *mail.Message) error {
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("read email %s: %w", k.ID, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read email %s: %w", k.ID, err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			return fmt.Errorf("read email %s: %w", k.ID, err)
		}
		text := strings.ReplaceAll(string(body), "\r\n", "\n")
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			k.HTML = text
		} else {
			k.Text = text
		}
	}
}
