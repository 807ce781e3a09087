package subscribers

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// Limits of an import.
const (
	maxImportFile  = 256 << 20 // bytes
	maxImportLines = 2_000_000
	maxRefusals    = 1000 // that are listed; the others are counted
	linesAtOnce    = 20   // in one statement, so that pages wait little for it
)

// Imported is what an import did or, in a dry run, would do.
type Imported struct {
	DryRun       bool      `json:"dryRun"`
	Skipped      int       `json:"-"`        // people marked as not subscribed in the file
	Accepted     int       `json:"accepted"` // those added, and those who were subscribed already
	Added        int       `json:"added"`
	Refused      []Refusal `json:"refused"` // the first of them
	RefusedCount int       `json:"refusedCount"`
}

// Refusal is a line of a file that was not taken.
type Refusal struct {
	Line    int    `json:"line"`
	Reason  string `json:"reason"`
	Skipped bool   `json:"-"` // the file marks the person as not subscribed
}

// Options say how to import.
type Options struct {
	DryRun  bool     // changes nothing
	Mapping *Mapping // nil if the layout of the file is known
	Erased  func(addressHash []byte) bool
	Watch   Watch
}

// Watch hears how an import goes on. Its functions may be nil.
type Watch struct {
	Refused  func(Refusal)         // and skipped: every one, in the order of the lines
	Progress func(done, total int) // lines, now and then; total grows while they are counted
}

func (w Watch) progress(done, total int) {
	if w.Progress != nil {
		w.Progress(done, total)
	}
}

// listID is what the audit log calls all subscribers together.
const listID = "list"

// importedPage stands in the ledger where the page of a form would.
const importedPage = "import"

// importedWording is what the ledger keeps of a consent that somebody gave
// elsewhere, in words that we do not know.
func importedWording(channel string) Wording {
	if channel == channelSMS {
		return Wording{Version: "sms-imported-2026-11", Text: "Agreed to calls and text messages elsewhere, as the list says that was imported."}
	}
	return Wording{Version: "email-imported-2026-11", Text: "Agreed to emails elsewhere, as the list says that was imported."}
}

// importing is an import under way.
type importing struct {
	store  *Store
	erased func(addressHash []byte) bool
	began  time.Time
	watch  Watch
	seen   map[uint64]bool // the addresses so far, by the starts of their hashes
	noes   map[uint64]no   // what some line says no to, likewise
	lines  int             // of the file, but for empty ones
	told   []Refusal       // since the last batch
	done   Imported
}

func (i *importing) refuse(line int, reason string) {
	i.done.RefusedCount++
	i.told = append(i.told, Refusal{Line: line, Reason: reason})
}

func (i *importing) skip(line int) {
	i.done.Skipped++
	i.told = append(i.told, Refusal{line, "The file says this person isn't subscribed.", true})
}

// tell tells of the lines up to the nth.
func (i *importing) tell(n int) {
	slices.SortStableFunc(i.told, func(a, b Refusal) int { return a.Line - b.Line })
	for _, r := range i.told {
		if !r.Skipped && len(i.done.Refused) < maxRefusals {
			i.done.Refused = append(i.done.Refused, r)
		}
		if i.watch.Refused != nil {
			i.watch.Refused(r)
		}
	}
	i.told = i.told[:0]
	i.watch.progress(n, i.lines)
}

// no is what somebody has not agreed to, as a line says.
type no struct{ mail, texts bool }

// Import adds the subscribers of a CSV. It brings nobody back who unsubscribed,
// was erased or is suppressed, and changes nobody who is subscribed already, so
// it may be repeated. It mails nobody.
func (s *Store) Import(ctx context.Context, by session.Actor, text io.ReadSeeker, o Options) (Imported, error) {
	noes, lines, err := s.noes(text, o)
	if err != nil {
		return Imported{}, err
	}
	if _, err := text.Seek(0, io.SeekStart); err != nil {
		return Imported{}, err
	}
	file, err := csvfile.NewReader(text)
	if err != nil {
		return Imported{}, noHead(err)
	}
	read, err := o.layout(file)
	if err != nil {
		return Imported{}, err
	}
	i := &importing{
		store: s, erased: o.Erased, began: time.Now(), watch: o.Watch, seen: map[uint64]bool{}, noes: noes, lines: lines,
		done: Imported{DryRun: o.DryRun, Refused: []Refusal{}},
	}
	err = i.run(ctx, file, read)
	if o.DryRun {
		return i.done, err
	}
	return i.done, errors.Join(err, audit.Write(s.DB.Gorm.WithContext(context.WithoutCancel(ctx)), by, audit.Entry{
		Action: "import", Kind: PersonKind, ID: listID,
		After: map[string]any{"added": i.done.Added, "accepted": i.done.Accepted, "refused": i.done.RefusedCount},
	}))
}

// layout returns the layout of a file.
func (o Options) layout(file *csvfile.Reader) (layout, error) {
	if o.Mapping != nil {
		return o.Mapping.layout(), nil
	}
	return layoutOf(file)
}

// run reads the file, a batch at a time.
func (i *importing) run(ctx context.Context, file *csvfile.Reader, read layout) error {
	part := make([]incoming, 0, linesAtOnce)
	for n := 0; ; n++ {
		if n > 0 && n%linesAtOnce == 0 {
			if err := i.take(ctx, part, n); err != nil {
				return err
			}
			part = part[:0]
		}
		record, err := file.Next()
		var wrong *csvfile.LineError
		switch {
		case errors.Is(err, io.EOF):
			return i.take(ctx, part, n)
		case errors.As(err, &wrong):
			i.refuse(wrong.Line, wrong.Reason)
			continue
		case err != nil:
			return err
		case n >= maxImportLines:
			i.refuse(record.Line, fmt.Sprintf("We read only the first %d lines of a file. Import the rest separately.", maxImportLines))
			continue
		}
		line := read(record)
		if line.Left {
			i.skip(record.Line)
			continue
		}
		in, refusal := line.check(i.began, i.store.Location)
		if in.line = record.Line; refusal == "" {
			in.hash = i.store.Secret.AddressHash(in.profile.Email)
			refusal = i.again(in)
			in.texts = in.texts && !i.noes[keyOf(in.hash)].texts
		}
		if refusal != "" {
			i.refuse(in.line, refusal)
			continue
		}
		part = append(part, in)
	}
}

// noes returns what the lines of a file say no to, of each address, and how many
// lines there are: a no counts against every yes, wherever it stands. What is
// wrong with the file is told when it is read again.
func (s *Store) noes(text io.Reader, o Options) (found map[uint64]no, lines int, err error) {
	file, err := csvfile.NewReader(text)
	if err != nil {
		return nil, 0, nil
	}
	read, err := o.layout(file)
	if err != nil {
		return nil, 0, nil
	}
	found = map[uint64]no{}
	for ; ; lines++ {
		if lines%linesAtOnce == 0 {
			o.Watch.progress(0, lines)
		}
		record, err := file.Next()
		if wrong := new(csvfile.LineError); errors.As(err, &wrong) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return found, lines, nil
		}
		if err != nil {
			return nil, 0, err
		}
		line := read(record)
		says := no{line.Left || isNo(line.EmailConsent), line.SMSConsent != "" && isNo(line.SMSConsent)}
		var c form.Checker
		if address := c.Email("email", line.Email); says != (no{}) && c.Err() == nil {
			key := keyOf(s.Secret.AddressHash(address))
			said := found[key]
			found[key] = no{said.mail || says.mail, said.texts || says.texts}
		}
	}
}

// keyOf stands for an address.
func keyOf(hash []byte) uint64 { return binary.BigEndian.Uint64(hash) }

// again returns the sentence for an address that stands in the file before, or
// that another line says no for.
func (i *importing) again(in incoming) string {
	key := keyOf(in.hash)
	if i.noes[key].mail {
		return "Another line says this person hasn't agreed to emails."
	}
	if i.seen[key] {
		return "An earlier line has the same address."
	}
	i.seen[key] = true
	return ""
}

// knownAddress is what is kept of an address that is to be imported.
type knownAddress struct {
	State      string
	Suppressed string
	Erased     bool
}

// refusal is why somebody is not imported.
func (k knownAddress) refusal() string {
	switch {
	case k.Suppressed == mail.Bounce:
		return "Email to this address bounced, so it's suppressed."
	case k.Suppressed == mail.Complaint:
		return "This address reported our email as spam, so it's suppressed."
	case k.Suppressed == mail.Manual:
		return "Staff suppressed this address."
	case k.Suppressed != mail.NotSuppressed, k.State == stateUnsubscribed:
		return "This person has unsubscribed. An import can't resubscribe anyone."
	case k.State == statePending:
		return "This person signed up here but hasn't confirmed. Only they can."
	case k.State == "" && k.Erased:
		return "This person was erased. An import can't resubscribe anyone."
	}
	return ""
}

// take imports a batch of lines, the last of which is the nth.
func (i *importing) take(ctx context.Context, part []incoming, n int) error {
	defer i.tell(n)
	if len(part) == 0 {
		return nil
	}
	known, err := i.store.knownOf(ctx, part)
	if err != nil {
		return err
	}
	var fresh []incoming
	for _, in := range part {
		k := known[string(in.hash)]
		k.Erased = k.Erased || i.erased(in.hash)
		if refusal := k.refusal(); refusal != "" {
			i.refuse(in.line, refusal)
			continue
		}
		i.done.Accepted++
		if k.State == "" {
			fresh = append(fresh, in)
		}
	}
	added := len(fresh)
	if !i.done.DryRun && added > 0 {
		added, err = i.store.addImported(ctx, fresh, i.began)
	}
	i.done.Added += added
	return err
}

// knownOf returns what is kept of the addresses of a batch.
func (s *Store) knownOf(ctx context.Context, part []incoming) (map[string]knownAddress, error) {
	hashes := make([][]byte, len(part))
	for n, in := range part {
		hashes[n] = in.hash
	}
	rows, err := s.DB.Pool.Query(ctx, `SELECT h.hash, coalesce(s.state, ''), coalesce(x.reason, ''), EXISTS (SELECT FROM proof_keys p WHERE p.address_hash = h.hash)
		FROM unnest($1::bytea[]) AS h(hash)
		LEFT JOIN subscribers s ON s.address_hash = h.hash LEFT JOIN suppressions x ON x.address_hash = h.hash`, hashes)
	if err != nil {
		return nil, fmt.Errorf("look up imported subscribers: %w", err)
	}
	defer rows.Close()
	out := make(map[string]knownAddress, len(part))
	for rows.Next() {
		var hash []byte
		var k knownAddress
		if err := rows.Scan(&hash, &k.State, &k.Suppressed, &k.Erased); err != nil {
			return nil, fmt.Errorf("look up imported subscribers: %w", err)
		}
		out[string(hash)] = k
	}
	return out, rows.Err()
}
