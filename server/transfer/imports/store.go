package imports

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/throttle"
)

// Store stores imports, their files and the outcomes of their entries.
type Store struct {
	DB       *gorm.DB
	Files    Sealer
	Sessions *session.Store // for the current role of the user who asked
}

// Sealer encrypts waiting files, which may have personal data.
type Sealer interface {
	Seal(plain []byte, about string) []byte
	Open(sealed []byte, about string) ([]byte, error)
}

// aboutPart returns what a part of a file is sealed as.
func aboutPart(id int64, n int) string { return fmt.Sprintf("import %d, part %d", id, n) }

func (s Store) table(ctx context.Context) *gorm.DB { return s.DB.WithContext(ctx).Table("imports") }

// listed is the number of imports in a list.
const listed = 20

// list returns the newest imports of a kind.
func (s Store) list(ctx context.Context, what string) (all []Import, err error) {
	all = []Import{}
	return all, s.table(ctx).Where("what = ?", what).Order("id DESC").Limit(listed).Find(&all).Error
}

func (s Store) get(ctx context.Context, id int64) (i Import, err error) {
	if err = s.table(ctx).Take(&i, id).Error; errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNotFound
	}
	return i, err
}

// lines returns the outcomes of an import's entries, optionally with one
// outcome.
func (s Store) lines(ctx context.Context, id int64, outcome string, after, limit int) (all []Line, err error) {
	all = []Line{}
	q := s.DB.WithContext(ctx).Table("import_lines").Where("import_id = ? AND n > ?", id, after)
	if outcome != "" {
		q = q.Where("outcome = ?", outcome)
	}
	return all, q.Order("n").Limit(limit).Find(&all).Error
}

// reasons returns the reasons for an outcome, the most common first.
func (s Store) reasons(ctx context.Context, id int64, outcome string) (all []Reason, err error) {
	all = []Reason{}
	return all, s.DB.WithContext(ctx).Raw(`SELECT reason, count(*) AS count, to_jsonb((array_agg(line ORDER BY n))[1:3]) AS lines
		FROM import_lines WHERE import_id = ? AND outcome = ? GROUP BY reason ORDER BY count(*) DESC, min(n) LIMIT ?`, id, outcome, maxLines).Scan(&all).Error
}

// partSize is the size of a file's part, stored in one row, in bytes.
const partSize = 1 << 20

// add stores a file. It's to be checked unless its state is set.
func (s Store) add(ctx context.Context, by session.Actor, i Import, file io.Reader) (Import, error) {
	i.State, i.CreatedAt, i.ChangedAt = cmp.Or(i.State, checking), time.Now(), time.Now()
	i.UserID, i.TokenID = orNull(by.UserID), orNull(by.TokenID)
	err := s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Table("imports").Create(&i).Error; err != nil {
			return err
		}
		part := make([]byte, partSize)
		for n := 0; ; n++ {
			read, err := io.ReadFull(file, part)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				return err
			}
			sealed := s.Files.Seal(part[:read], aboutPart(i.ID, n))
			if err := tx.Exec("INSERT INTO import_parts (import_id, n, content) VALUES (?, ?, ?)", i.ID, n, sealed).Error; err != nil {
				return err
			}
		}
	})
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		err = errBusy
	}
	return i, err
}

// file returns a reader of an import's file. It fails with errGone if the file
// was deleted.
func (s Store) file(ctx context.Context, of Import) io.Reader {
	return &file{ctx: ctx, store: s, of: of}
}

// file reads a file one part at a time.
type file struct {
	ctx   context.Context
	store Store
	of    Import
	n     int
	left  []byte // of the current part
	size  int64  // of the parts so far
}

// Read implements io.Reader.
func (f *file) Read(b []byte) (int, error) {
	for len(f.left) == 0 {
		if f.size >= f.of.Bytes {
			return 0, io.EOF
		}
		var part []byte
		if err := f.store.DB.WithContext(f.ctx).Raw("SELECT content FROM import_parts WHERE import_id = ? AND n = ?", f.of.ID, f.n).Row().Scan(&part); err != nil {
			if f.ctx.Err() == nil && errors.Is(err, sql.ErrNoRows) {
				err = errGone
			}
			return 0, err
		}
		plain, err := f.store.Files.Open(part, aboutPart(f.of.ID, f.n))
		if err != nil {
			return 0, errGone
		}
		f.n, f.left, f.size = f.n+1, plain, f.size+int64(len(plain))
	}
	n := copy(b, f.left)
	f.left = f.left[n:]
	return n, nil
}

// mapColumns sets the mapping of an import that hasn't been started, and checks
// it again.
func (s Store) mapColumns(ctx context.Context, by session.Actor, id int64, m any) (Import, error) {
	encoded, err := json.Marshal(m)
	if err != nil {
		return Import{}, err
	}
	return s.move(ctx, id, []string{mapping, checked}, map[string]any{
		"state": checking, "mapping": string(encoded), "user_id": orNull(by.UserID), "token_id": orNull(by.TokenID), "tries": 0, "done": 0,
	})
}

// start starts a checked import.
func (s Store) start(ctx context.Context, by session.Actor, id int64, partial bool) (Import, error) {
	return s.move(ctx, id, []string{checked}, map[string]any{
		"state": importing, "partial": partial, "user_id": orNull(by.UserID), "token_id": orNull(by.TokenID), "tries": 0, "done": 0,
	})
}

// discard cancels an import that hasn't changed anything.
func (s Store) discard(ctx context.Context, id int64) (i Import, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if i, err = (Store{DB: tx}).move(ctx, id, []string{mapping, checking, checked}, map[string]any{"state": discarded}); err != nil {
			return err
		}
		return Store{DB: tx}.dropFile(ctx, id)
	})
	return i, err
}

func (s Store) dropFile(ctx context.Context, id int64) error {
	return s.DB.WithContext(ctx).Exec("DELETE FROM import_parts WHERE import_id = ?", id).Error
}

// move updates an import if it's in one of some states. Otherwise it fails with
// errMoved.
func (s Store) move(ctx context.Context, id int64, from []string, values map[string]any) (i Import, err error) {
	values["changed_at"] = time.Now()
	done := s.table(ctx).Model(&i).Clauses(clause.Returning{}).Where("id = ? AND state IN ?", id, from).Updates(values)
	if done.Error == nil && done.RowsAffected == 0 {
		if _, err := s.get(ctx, id); err != nil {
			return i, err
		}
		return i, errMoved
	}
	return i, done.Error
}

// next returns the import to work on, or errNotFound.
func (s Store) next(ctx context.Context, what string) (i Import, err error) {
	err = s.table(ctx).Where("what = ? AND state IN ?", what, []string{checking, importing}).Take(&i).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNotFound
	}
	return i, err
}

// actor returns the user who last asked for an import, or errNobody if they may
// not import anymore.
func (s Store) actor(ctx context.Context, i Import) (session.Actor, error) {
	by, err := s.Sessions.Still(ctx, i.UserID, i.TokenID)
	if fault.Is(err, fault.Unauthorized) || err == nil && !may(by, i.What) {
		err = errNobody
	}
	return by, err
}

// forget deletes the lines of a previous try.
func (s Store) forget(ctx context.Context, id int64) error {
	return s.DB.WithContext(ctx).Exec("DELETE FROM import_lines WHERE import_id = ?", id).Error
}

// note stores lines of an import.
func (s Store) note(ctx context.Context, id int64, lines []Line) error {
	rows := make([]map[string]any, len(lines))
	for n, l := range lines {
		rows[n] = map[string]any{"import_id": id, "n": l.N, "outcome": l.Outcome, "name": l.Name, "line": l.Line, "reason": l.Reason}
	}
	return s.DB.WithContext(ctx).Table("import_lines").Create(rows).Error
}

// end finishes the current state. It adds an import of the magazine or of offers
// to the audit log.
func (s Store) end(ctx context.Context, by session.Actor, i Import, values map[string]any) error {
	err := s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ended, err := Store{DB: tx}.move(ctx, i.ID, []string{i.State}, values)
		if err != nil || ended.State == checked {
			return err
		}
		if err := (Store{DB: tx}).dropFile(ctx, i.ID); err != nil || ended.State != done || i.What == Subscribers {
			return err // subscribers have their own entry
		}
		kind := AuditKind
		if i.What == Offers {
			kind = OffersKind
		}
		after := map[string]any{"name": i.Name, "counts": ended.Counts}
		return audit.Write(tx, by, audit.Entry{Action: "import", Kind: kind, ID: i.ID, After: after})
	})
	if errors.Is(err, errMoved) {
		err = nil // discarded meanwhile
	}
	return err
}

// exported adds an export of the magazine to the audit log.
func (s Store) exported(ctx context.Context, by session.Actor) error {
	return audit.Write(s.DB.WithContext(ctx), by, audit.Entry{Action: "export", Kind: AuditKind, ID: "all"})
}

// Begin starts the progress display of an export of total entries. The caller
// reports entries with progress and must call end.
func (s Store) Begin(ctx context.Context, what string, total int) (progress func(done int), end func()) {
	db := s.DB.WithContext(context.WithoutCancel(ctx))
	note := func(sql string, values ...any) {
		if err := db.Exec(sql, values...).Error; err != nil {
			slog.WarnContext(ctx, "couldn't save the export's progress", "error", err)
		}
	}
	var id int64
	if err := db.Raw("INSERT INTO exports (what, total) VALUES (?, ?) RETURNING id", what, total).Scan(&id).Error; err != nil {
		slog.WarnContext(ctx, "couldn't save the export's progress", "error", err)
	}
	last, limit := time.Now(), throttle.Throttle{}
	progress = func(done int) {
		limit.Wait(ctx)
		if time.Since(last) >= progressInterval {
			last = time.Now()
			note("UPDATE exports SET done = ?, changed_at = now() WHERE id = ?", done, id)
		}
	}
	return progress, func() { note("DELETE FROM exports WHERE id = ?", id) }
}

// exports returns the exports of a kind in progress.
func (s Store) exports(ctx context.Context, what string) (all []Export, err error) {
	all = []Export{}
	return all, s.DB.WithContext(ctx).Table("exports").Where("what = ? AND changed_at > ?", what, time.Now().Add(-underWay)).Order("id").Find(&all).Error
}

// Sweep deletes undecided files and old imports.
func (s Store) Sweep(ctx context.Context) error {
	now := time.Now()
	var old []int64
	err := s.table(ctx).Where("state IN ? AND changed_at < ?", []string{mapping, checked}, now.Add(-keepFile)).Pluck("id", &old).Error
	for _, id := range old {
		if _, moved := s.discard(ctx, id); err == nil && !errors.Is(moved, errMoved) {
			err = moved
		}
	}
	return errors.Join(err, s.DB.WithContext(ctx).Exec("DELETE FROM imports WHERE state IN ? AND changed_at < ?",
		[]string{done, failed, discarded}, now.Add(-keepReport)).Error,
		s.DB.WithContext(ctx).Exec("DELETE FROM exports WHERE changed_at < ?", now.Add(-keepExport)).Error)
}

func orNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
