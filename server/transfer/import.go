package transfer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// What is the outcome of an entry.
type What string

// Outcomes.
const (
	New     What = "new"
	Changed What = "changed"
	Same    What = "same"
	Left    What = "left as it is" // an existing record, not changed by another system's export
	Refused What = "refused"
	LeftOut What = "left out" // not supported by this site
)

// Outcome is the outcome of an entry, or of part of one.
type Outcome struct {
	What   What
	Name   string // of the file, or of the post in it
	Line   int    // 0 if unknown
	Reason string // one sentence, if refused or left out
}

// Import has the options of an import.
type Import struct {
	By      session.Actor
	DryRun  bool // write nothing
	Partial bool // import the rest even if something is refused
	Tell    func(Outcome)
	// Progress is called now and then. It may be nil.
	Progress func(done, total int)
}

// Counts are the numbers of entries by outcome.
type Counts map[What]int

// entry is a record to write.
type entry struct {
	folder  string // of its shelf
	name    string
	slug    string
	fields  map[string]any // as in the API
	former  []string       // slugs
	once    bool           // skip it if the record exists
	leftOut []remark       // parts that aren't imported
	shown   []shownPicture // in its text
	line    func(field string) int
}

// refusal is the error for an entry that is refused.
type refusal struct {
	line   int
	reason string
}

// Error implements error.
func (r refusal) Error() string { return r.reason }

// importer runs an import.
type importer struct {
	Import
	shelves
	try         trial
	counts      Counts
	done, total int
}

// Import imports a folder of Markdown files, a zip of one, or an export of
// another system, in one transaction. If anything is refused, it imports
// nothing unless how.Partial is set; stayed reports whether it did.
func (m Magazine) Import(ctx context.Context, path string, how Import) (counts Counts, stayed bool, err error) {
	from, pictures, done, err := sourceOf(path, m.Zone)
	if err != nil {
		return nil, false, err
	}
	defer done()
	entries, err := pictures.count()
	if err != nil {
		return nil, false, err
	}
	counts = Counts{}
	tell := how.Tell
	how.Tell = func(o Outcome) {
		o.Name, o.Reason = showable(o.Name), showable(o.Reason)
		tell(o)
	}
	err = m.attempt(ctx, func(s shelves, try trial) (bool, error) {
		i := &importer{Import: how, shelves: s, try: try, counts: counts}
		i.expect(entries)
		brought, err := i.importPictures(ctx, pictures)
		if err == nil {
			err = from.read(i.receiver(ctx))
		}
		stayed = err == nil && !how.DryRun && (how.Partial || counts[Refused] == 0)
		if stayed {
			err = m.copyIn(ctx, pictures, brought)
		}
		return stayed, err
	})
	return counts, stayed && err == nil, err
}

// maxShown is the length limit of names and reasons, which may quote the file,
// in characters.
const maxShown = 300

// showable returns a text for storing and showing, truncated and without
// control and direction characters.
func showable(text string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return string(runes)
}

// receiver returns the receiver that writes entries.
func (i *importer) receiver(ctx context.Context) receiver {
	return receiver{
		expect: i.expect,
		put: func(e entry) error {
			defer i.step()
			return i.put(ctx, e)
		},
		tell: func(o Outcome) {
			i.step()
			i.tell(o)
		},
	}
}

// expect adds to the number of entries.
func (i *importer) expect(entries int) { i.total += entries }

// step counts an entry as done. It's also called for things that aren't
// entries.
func (i *importer) step() {
	i.done = min(i.done+1, i.total)
	if i.Progress != nil {
		i.Progress(i.done, i.total)
	}
}

func (i *importer) tell(o Outcome) {
	i.counts[o.What]++
	i.Tell(o)
}

// put writes an entry.
func (i *importer) put(ctx context.Context, e entry) error {
	var outcomes []Outcome
	err := i.try(func() (stay bool, _ error) {
		what, err := i.kinds[e.folder].write(ctx, i.By, e)
		if refused := e.refusals(err); len(refused) > 0 {
			outcomes = refused
			return false, nil
		}
		o := Outcome{What: what, Name: e.name}
		if what == Left {
			o.Reason = "Its slug or name is already in use, so the existing one stays."
		}
		outcomes = []Outcome{o}
		return what == New || what == Changed, err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", e.name, err)
	}
	for n, o := range outcomes {
		if n == 0 {
			i.counts[o.What]++
		}
		i.Tell(o)
	}
	if outcomes[0].What == New {
		for _, r := range e.leftOut {
			i.tell(Outcome{What: LeftOut, Name: e.name, Line: cmp.Or(r.line, e.line("")), Reason: r.sentence})
		}
	}
	for _, p := range e.shown {
		if isSaved := outcomes[0].What == New || outcomes[0].What == Changed; isSaved && !i.isPicture(p.address) {
			i.tell(Outcome{LeftOut, e.name, p.line, "The site has no picture at " + p.address + ", so readers won’t see it. Upload it."})
		}
	}
	return nil
}

// refusals returns the outcomes of an error caused by the entry, one per field.
func (e entry) refusals(err error) (out []Outcome) {
	var own refusal
	var f *fault.Error
	switch {
	case errors.As(err, &own):
		return []Outcome{{Refused, e.name, own.line, own.reason}}
	case !errors.As(err, &f):
		return nil
	case len(f.Fields) == 0:
		return []Outcome{{Refused, e.name, e.line(""), f.Detail}}
	}
	for _, field := range f.Fields {
		o := Outcome{Refused, e.name, e.line(field.Field), field.Message}
		if field.Line > 0 && field.Field == "body" { // the file has all texts in one body
			o.Line += field.Line - 1
			o.Reason = strings.TrimPrefix(o.Reason, fmt.Sprintf("Line %d: ", field.Line))
		}
		out = append(out, o)
	}
	return out
}

// write adds or updates an entry's record, as staff would.
func (s shelf[T]) write(ctx context.Context, by session.Actor, e entry) (What, error) {
	there, err := s.find(ctx, e)
	switch {
	case err != nil:
		return "", err
	case there.ID != 0 && e.once:
		return Left, nil
	case there.Binned:
		return "", refusal{e.line(""), "The record with this slug is in the trash. Restore it first."}
	case there.ID == 0:
		return s.add(ctx, by, e)
	}
	before, err := s.kind.Get(ctx, there.ID)
	if err != nil {
		return "", err
	}
	if s.fit != nil {
		s.fit(before, e.fields)
	}
	body, err := e.body()
	if err != nil {
		return "", err
	}
	after, err := s.kind.Edit(ctx, by, there.ID, nil, body)
	if err != nil {
		return "", err
	}
	led, err := s.redirectAll(ctx, e, there.ID)
	if err == nil && !led {
		if same, err := sameContent(before, after); same || err != nil {
			return Same, err
		}
	}
	return Changed, err
}

func (s shelf[T]) add(ctx context.Context, by session.Actor, e entry) (What, error) {
	e.fields[s.by] = e.slug
	body, err := e.body()
	if err != nil {
		return "", err
	}
	record, err := s.kind.Add(ctx, by, body)
	if err == nil {
		_, err = s.redirectAll(ctx, e, s.kind.Key(record).ID)
	}
	return New, err
}

// redirectAll makes an entry's former slugs redirect to its record, and reports
// whether any is new.
func (s shelf[T]) redirectAll(ctx context.Context, e entry, id int64) (led bool, err error) {
	for _, former := range e.former {
		isNew, taken, err := s.redirect(ctx, former, id)
		if err != nil {
			return led, err
		}
		if taken {
			return led, refusal{e.line("formerSlugs"), fmt.Sprintf("The former slug %s is in use.", former)}
		}
		led = led || isNew
	}
	return led, nil
}

func (e entry) body() (map[string]json.RawMessage, error) {
	body := make(map[string]json.RawMessage, len(e.fields))
	for name, value := range e.fields {
		b, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		body[name] = b
	}
	return body, nil
}

// sameContent reports whether two states of a record differ only by their
// version.
func sameContent[T any](before, after T) (bool, error) {
	var states [2]map[string]any
	for n, state := range []T{before, after} {
		b, err := json.Marshal(state)
		if err == nil {
			err = json.Unmarshal(b, &states[n])
		}
		if err != nil {
			return false, err
		}
		delete(states[n], "version")
		delete(states[n], "updatedAt")
	}
	return reflect.DeepEqual(states[0], states[1]), nil
}
