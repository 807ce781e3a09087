package sms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Folder stores texts as files, for development. A text that is sent twice is
// stored once.
type Folder struct{ Dir string }

const extension = ".json"

// Send implements Line.
func (f Folder) Send(_ context.Context, m Message) (Outcome, string, error) {
	m.At = time.Now()
	text, err := json.Marshal(m)
	if err == nil {
		err = os.MkdirAll(f.Dir, 0o700)
	}
	if err != nil {
		return Away, "", fmt.Errorf("save a text: %w", err)
	}
	name := f.file(m.ID)
	if err = os.WriteFile(name+".new", text, 0o600); err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return Away, "", fmt.Errorf("save a text: %w", err)
	}
	return Taken, m.ID, nil
}

func (f Folder) file(id string) string { return filepath.Join(f.Dir, filepath.Base(id)+extension) }

// Find implements Line.
func (f Folder) Find(_ context.Context, m Message, _ time.Time) (string, error) {
	_, err := os.Stat(f.file(m.ID))
	if errors.Is(err, os.ErrNotExist) {
		return "", ErrNone
	}
	return m.ID, err
}

// List returns the stored texts, newest first, at most limit.
func (f Folder) List(limit int) (out []Message, err error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the texts: %w", err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != extension {
			continue
		}
		text, err := os.ReadFile(filepath.Join(f.Dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read a text: %w", err)
		}
		var m Message
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, fmt.Errorf("read the text %s: %w", e.Name(), err)
		}
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b Message) int { return b.At.Compare(a.At) })
	return out[:min(limit, len(out))], nil
}
