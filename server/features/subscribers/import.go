package subscribers

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

// Limits of an import.
const (
	maxImportFile  = 256 << 20 // bytes
	maxImportLines = 2_000_000
	maxRefusals    = 1000 // listed in the result; more are only counted
	linesAtOnce    = 20   // per statement: few, to delay other queries little
)

// Imported is the result of an import or a dry run.
type Imported struct {
	DryRun       bool      `json:"dryRun"`
	Skipped      int       `json:"-"`        // marked as not subscribed in the file
	Accepted     int       `json:"accepted"` // added, or subscribed already
	Added        int       `json:"added"`
	Refused      []Refusal `json:"refused"` // the first maxRefusals
	RefusedCount int       `json:"refusedCount"`
}

// Refusal is a row that wasn't imported.
type Refusal struct {
	Line    int    `json:"line"`
	Reason  string `json:"reason"`
	Skipped bool   `json:"-"` // marked as not subscribed in the file
}

// Options of an import.
type Options struct {
	DryRun  bool     // write nothing
	Mapping *Mapping // nil for files in a known layout
	Erased  func(addressHash []byte) bool
	Watch   Watch
}

// Watch receives the progress of an import. Its functions may be nil.
type Watch struct {
	Refused  func(Refusal)         // each refused or skipped row, in the order of the file
	Progress func(done, total int) // rows; called now and then, total grows while the file is counted
}

func (w Watch) progress(done, total int) {
	if w.Progress != nil {
		w.Progress(done, total)
	}
}

// listID stands for all subscribers in the audit log.
const listID = "list"

// importedPage is the page of imported consents.
const importedPage = "import"

// importedWording returns the wording recorded for an imported consent, whose
// actual wording we don't know.
func importedWording(channel string) Wording {
	if channel == channelSMS {
		return Wording{Version: "sms-imported-2026-11", Text: "Agreed to calls and text messages elsewhere, as the list says that was imported."}
	}
	return Wording{Version: "email-imported-2026-11", Text: "Agreed to emails elsewhere, as the list says that was imported."}
}

// importRun is an import in progress.
type importRun struct {
	store  *Store
	erased func(addressHash []byte) bool
	began  time.Time
	watch  Watch
	seen   map[uint64]bool // addresses so far, by keyOf
	survey
	pending []Refusal // refusals since the last batch
	done    Imported
}

func (i *importRun) refuse(line int, reason string) {
	i.done.RefusedCount++
	i.pending = append(i.pending, Refusal{Line: line, Reason: reason})
}

func (i *importRun) skip(line int) {
	i.done.Skipped++
	i.pending = append(i.pending, Refusal{line, "The file says this person isn't subscribed.", true})
}

// report reports progress and refusals up to row n.
func (i *importRun) report(n int) {
	slices.SortStableFunc(i.pending, func(a, b Refusal) int { return a.Line - b.Line })
	for _, r := range i.pending {
		if !r.Skipped && len(i.done.Refused) < maxRefusals {
			i.done.Refused = append(i.done.Refused, r)
		}
		if i.watch.Refused != nil {
			i.watch.Refused(r)
		}
	}
	i.pending = i.pending[:0]
	i.watch.progress(n, i.lines)
}

// declines tells which channels a row declines.
type declines struct{ mail, texts bool }

// survey is what there is to know of a file before any of its rows is imported.
type survey struct {
	declined map[uint64]declines // what any row declines, by keyOf
	lines    int                 // nonempty rows
	dayFirst bool                // its dates with slashes start with the day
}

// Import adds the subscribers in a CSV file, without emailing them. It never
// changes or resubscribes anyone known, erased or suppressed, so it can be
// repeated.
func (s *Store) Import(ctx context.Context, by session.Actor, text io.ReadSeeker, o Options) (Imported, error) {
	found, err := s.survey(text, o)
	if err != nil {
		return Imported{}, err
	}
	if _, err := text.Seek(0, io.SeekStart); err != nil {
		return Imported{}, err
	}
	file, err := csvfile.Open(text)
	if err != nil {
		return Imported{}, err
	}
	read, err := o.layout(file)
	if err != nil {
		return Imported{}, err
	}
	i := &importRun{
		store: s, erased: o.Erased, began: time.Now(), watch: o.Watch, seen: map[uint64]bool{}, survey: found,
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

// run imports the file in batches.
func (i *importRun) run(ctx context.Context, file *csvfile.Reader, read layout) error {
	part := make([]incoming, 0, linesAtOnce)
	for n := 0; ; n++ {
		if n > 0 && n%linesAtOnce == 0 {
			if err := i.importBatch(ctx, part, n); err != nil {
				return err
			}
			part = part[:0]
		}
		record, err := file.Next()
		var wrong *csvfile.LineError
		switch {
		case errors.Is(err, io.EOF):
			return i.importBatch(ctx, part, n)
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
		in, refusal := line.check(i.began, i.store.Location, i.dayFirst)
		if in.line = record.Line; refusal == "" {
			in.hash = i.store.Secret.AddressHash(in.profile.Email)
			refusal = i.duplicate(in)
			in.texts = in.texts && !i.declined[keyOf(in.hash)].texts
		}
		if refusal != "" {
			i.refuse(in.line, refusal)
			continue
		}
		part = append(part, in)
	}
}

// survey reads a file once before it's imported, because a "no" in any row
// overrides a "yes" in another, and one date can tell the order of the others.
// It ignores errors in the file, which the second pass reports.
func (s *Store) survey(text io.Reader, o Options) (found survey, err error) {
	file, err := csvfile.NewReader(text)
	if err != nil {
		return found, nil
	}
	read, err := o.layout(file)
	if err != nil {
		return found, nil
	}
	found.declined = map[uint64]declines{}
	for ; ; found.lines++ {
		if found.lines%linesAtOnce == 0 {
			o.Watch.progress(0, found.lines)
		}
		record, err := file.Next()
		if wrong := new(csvfile.LineError); errors.As(err, &wrong) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		line := read(record)
		found.dayFirst = found.dayFirst || csvfile.IsDayFirst(line.ConsentAt) || csvfile.IsDayFirst(line.SMSConsentAt)
		says := declines{line.Left || isNo(line.EmailConsent), line.SMSConsent != "" && isNo(line.SMSConsent)}
		var c form.Checker
		if address := c.Email("email", line.Email); says != (declines{}) && c.Err() == nil {
			key := keyOf(s.Secret.AddressHash(address))
			said := found.declined[key]
			found.declined[key] = declines{said.mail || says.mail, said.texts || says.texts}
		}
	}
}

// keyOf returns a short key for an address.
func keyOf(hash []byte) uint64 { return binary.BigEndian.Uint64(hash) }

// duplicate returns the reason if an earlier row has the address or another row
// declines email.
func (i *importRun) duplicate(in incoming) string {
	key := keyOf(in.hash)
	if i.declined[key].mail {
		return "Another line says this person hasn't agreed to emails."
	}
	if i.seen[key] {
		return "An earlier line has the same address."
	}
	i.seen[key] = true
	return ""
}

// knownAddress is what the site knows about an address to import.
type knownAddress struct {
	State      string
	Suppressed string
	Erased     bool
}

// refusal returns why the person isn't imported, or "".
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

// importBatch imports a batch of rows, the last of which is row n.
func (i *importRun) importBatch(ctx context.Context, part []incoming, n int) error {
	defer i.report(n)
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

// knownOf returns what the site knows about a batch's addresses.
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

// addImported inserts subscribers and their consents in one round trip, and
// returns how many it added. It skips anyone who signed up, unsubscribed or was
// erased meanwhile.
func (s *Store) addImported(ctx context.Context, fresh []incoming, at time.Time) (added int, err error) {
	slices.SortFunc(fresh, func(a, b incoming) int { return bytes.Compare(a.hash, b.hash) }) // so that two imports at once wait in one order
	var batch pgx.Batch
	for _, in := range fresh {
		id, key := newID(), vault.NewKey()
		sealed, err := vault.SealJSON(key, in.profile, aboutProfile(id))
		if err != nil {
			return 0, err
		}
		batch.Queue(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, frequency, topics, created_at)
			SELECT $1::uuid, $2::bytea, $3::bytea, $4::bytea, $5::bytea, 'active', $6::boolean, $7::text, $8::jsonb, $9::timestamptz
			WHERE NOT EXISTS (SELECT FROM suppressions WHERE address_hash = $2) AND NOT EXISTS (SELECT FROM proof_keys WHERE address_hash = $2)
			ON CONFLICT (address_hash) DO NOTHING`,
			id, in.hash, s.phoneHash(in.profile.Phone), s.Keys.SealKey(key, aboutKey(id)), sealed, in.texts, in.frequency, append([]string{}, in.topics...), in.consentAt,
		).Exec(func(done pgconn.CommandTag) error {
			added += int(done.RowsAffected())
			return nil
		})
		v := Visit{Source: map[string]string{"source": importedPage, "importedAt": at.UTC().Format(time.RFC3339)}}
		if in.consentFrom != "" {
			v.Source["consentSource"] = in.consentFrom
		}
		consent := func(channel, destination string, agreedAt time.Time) error {
			proof, err := vault.SealJSON(key, evidence{destination, v}, aboutEvidence(id))
			w := importedWording(channel)
			batch.Queue(`INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence, created_at)
				SELECT $1::uuid, $2, $3, $4, $5, $6, $7::bytea, $8::timestamptz WHERE EXISTS (SELECT FROM subscribers WHERE id = $1)`,
				id, channel, granted, w.Version, w.Text, importedPage, proof, agreedAt)
			return err
		}
		if err = consent(channelEmail, in.profile.Email, in.consentAt); err == nil && in.texts {
			err = consent(channelSMS, in.profile.Phone, in.textsAt)
		}
		if err != nil {
			return 0, err
		}
	}
	err = pgx.BeginFunc(ctx, s.DB.Pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, &batch).Close() })
	if err != nil {
		return 0, fmt.Errorf("import subscribers: %w", err)
	}
	return added, nil
}
