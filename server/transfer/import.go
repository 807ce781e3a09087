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

// What becomes of an entry.
type What string

// All of them.
const (
	New     What = "new"
	Changed What = "changed"
	Same    What = "same"
	Left    What = "left as it is" // what another system exported, when the slug is taken
	Refused What = "refused"
	LeftOut What = "left out" // nothing that this site has
)

// Outcome tells what became of an entry.
type Outcome struct {
	What   What
	Name   string // of its file, or of the post in that
	Line   int    // 0 where there is none
	Reason string // one sentence, where it is refused or left out
}

// Import says how to import.
type Import struct {
	By      session.Actor
	DryRun  bool // changes nothing
	Partial bool // what is not refused comes in all the same
	Tell    func(Outcome)
	// Progress is told now and then how many of how many entries are done; may
	// be nil.
	Progress func(done, total int)
}

// Counts are how many entries had each outcome.
type Counts map[What]int

// entry is one record to write.
type entry struct {
	folder  string // of its shelf
	name    string
	slug    string
	fields  map[string]any // as the API has them
	former  []string       // slugs
	once    bool           // what is there stays as it is
	leftOut []remark       // what of it does not come in
	shown   []shownPicture // in its text
	line    func(field string) int
}

// refusal is the error for an entry that can't come in.
type refusal struct {
	line   int
	reason string
}

// Error implements error.
func (r refusal) Error() string { return r.reason }

// importer is an import that is going on.
type importer struct {
	Import
	shelves
	try         trial
	counts      Counts
	done, total int
}

// Import reads a folder of Markdown files, a zip of one, or a file that another
// system exported, in one transaction. Nothing stays when something is refused, unless
// that was said to be fine; stayed reports whether it did.
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
		brought, err := i.bringPictures(ctx, pictures)
		if err == nil {
			err = from.read(i.taker(ctx))
		}
		stayed = err == nil && !how.DryRun && (how.Partial || counts[Refused] == 0)
		if stayed {
			err = m.copyIn(ctx, pictures, brought)
		}
		return stayed, err
	})
	return counts, stayed && err == nil, err
}

// maxTold is how much is told of a name or a reason, which may quote what is in
// a file, in characters.
const maxTold = 300

// showable is a text that can be stored and shown: without control characters
// and what turns the direction of reading, and not too long.
func showable(text string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	if len(runes) > maxTold {
		return string(runes[:maxTold]) + "…"
	}
	return string(runes)
}

// taker writes entries as they come.
func (i *importer) taker(ctx context.Context) taker {
	put := i.put(ctx)
	return taker{
		expect: i.expect,
		put: func(e entry) error {
			defer i.step()
			return put(e)
		},
		tell: func(o Outcome) {
			i.step()
			i.tell(o)
		},
	}
}

// expect adds to how many entries there are.
func (i *importer) expect(entries int) { i.total += entries }

// step is one more entry that is done. What is no entry may be told of too.
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

// put writes entries as they come.
func (i *importer) put(ctx context.Context) func(entry) error {
	return func(e entry) error {
		var outcomes []Outcome
		err := i.try(func() (stay bool, _ error) {
			what, err := i.write(ctx, e)
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
			if isSaved := outcomes[0].What == New || outcomes[0].What == Changed; isSaved && !i.articles.kind.IsPicture(p.address) {
				i.tell(Outcome{LeftOut, e.name, p.line, "The site has no picture at " + p.address + ", so readers won’t see it. Upload it."})
			}
		}
		return nil
	}
}

// refusals tells of an error that is the entry's own, once for each field.
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
		if field.Line > 0 && field.Field == "body" { // which a file has as one text
			o.Line += field.Line - 1
			o.Reason = strings.TrimPrefix(o.Reason, fmt.Sprintf("Line %d: ", field.Line))
		}
		out = append(out, o)
	}
	return out
}

func (i *importer) write(ctx context.Context, e entry) (What, error) {
	switch e.folder {
	case authorsFolder:
		return write(ctx, i.By, i.authors, e)
	case claimsFolder:
		return write(ctx, i.By, i.claims, e)
	case guidesFolder:
		return write(ctx, i.By, i.guides, e)
	case topicsFolder:
		return write(ctx, i.By, i.topics, e)
	}
	return write(ctx, i.By, i.articles, e)
}

// write adds or changes the record of an entry, as staff would.
func write[T any](ctx context.Context, by session.Actor, s shelf[T], e entry) (What, error) {
	there, err := s.find(ctx, e)
	switch {
	case err != nil:
		return "", err
	case there.ID != 0 && e.once:
		return Left, nil
	case there.Binned:
		return "", refusal{e.line(""), "The record with this slug is in the trash. Restore it first."}
	case there.ID == 0:
		return add(ctx, by, s, e)
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
	led, err := s.leadAll(ctx, e, there.ID)
	if err == nil && !led {
		if same, err := alike(before, after); same || err != nil {
			return Same, err
		}
	}
	return Changed, err
}

func add[T any](ctx context.Context, by session.Actor, s shelf[T], e entry) (What, error) {
	e.fields[s.by] = e.slug
	body, err := e.body()
	if err != nil {
		return "", err
	}
	record, err := s.kind.Add(ctx, by, body)
	if err == nil {
		_, err = s.leadAll(ctx, e, s.kind.Key(record).ID)
	}
	return New, err
}

// leadAll makes the former slugs of an entry lead to its record, and reports
// whether one did not before.
func (s shelf[T]) leadAll(ctx context.Context, e entry, id int64) (led bool, err error) {
	for _, former := range e.former {
		isNew, elsewhere, err := s.lead(ctx, former, id)
		if err != nil {
			return led, err
		}
		if elsewhere {
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

// alike reports whether two states of a record differ in nothing but that it
// was saved.
func alike[T any](before, after T) (bool, error) {
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
