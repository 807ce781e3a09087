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

	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pace"
	"thriftwell/server/platform/session"
)

// Store keeps imports, their files and what became of their entries.
type Store struct {
	DB       *gorm.DB
	Files    Sealer
	Sessions *session.Store // tells what whoever asked for an import may do now
}

// Sealer encrypts the files, which may name people, while they wait.
type Sealer interface {
	Seal(plain []byte, about string) []byte
	Open(sealed []byte, about string) ([]byte, error)
}

// aboutPart is what the seal of a part of a file says that it is.
func aboutPart(id int64, n int) string { return fmt.Sprintf("import %d, part %d", id, n) }

func (s Store) table(ctx context.Context) *gorm.DB { return s.DB.WithContext(ctx).Table("imports") }

// atOnce is how many imports are listed.
const atOnce = 20

// list returns the newest imports of something.
func (s Store) list(ctx context.Context, what string) (all []Import, err error) {
	all = []Import{}
	return all, s.table(ctx).Where("what = ?", what).Order("id DESC").Limit(atOnce).Find(&all).Error
}

func (s Store) get(ctx context.Context, id int64) (i Import, err error) {
	if err = s.table(ctx).Take(&i, id).Error; errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNotFound
	}
	return i, err
}

// lines returns some of what became of the entries of an import, by outcome if
// one is given.
func (s Store) lines(ctx context.Context, id int64, outcome string, after, limit int) (all []Line, err error) {
	all = []Line{}
	q := s.DB.WithContext(ctx).Table("import_lines").Where("import_id = ? AND n > ?", id, after)
	if outcome != "" {
		q = q.Where("outcome = ?", outcome)
	}
	return all, q.Order("n").Limit(limit).Find(&all).Error
}

// reasons returns why entries of an import had an outcome, the most common first.
func (s Store) reasons(ctx context.Context, id int64, outcome string) (all []Reason, err error) {
	all = []Reason{}
	return all, s.DB.WithContext(ctx).Raw(`SELECT reason, count(*) AS count, to_jsonb((array_agg(line ORDER BY n))[1:3]) AS lines
		FROM import_lines WHERE import_id = ? AND outcome = ? GROUP BY reason ORDER BY count(*) DESC, min(n) LIMIT ?`, id, outcome, maxLines).Scan(&all).Error
}

// partSize is how much of a file is in one row, in bytes.
const partSize = 1 << 20

// add keeps a file, which is to be tried unless its state says otherwise.
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

// file returns a reader of an import's file. Reads fail with errGone if it was
// deleted.
func (s Store) file(ctx context.Context, of Import) io.Reader {
	return &file{ctx: ctx, store: s, of: of}
}

// file reads a file one part at a time.
type file struct {
	ctx   context.Context
	store Store
	of    Import
	n     int
	left  []byte // of the part
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

// mapColumns sets the mapping of an import that hasn't started, and checks it
// again.
func (s Store) mapColumns(ctx context.Context, by session.Actor, id int64, m subscribers.Mapping) (Import, error) {
	encoded, err := json.Marshal(m)
	if err != nil {
		return Import{}, err
	}
	return s.move(ctx, id, []string{mapping, checked}, map[string]any{
		"state": checking, "mapping": string(encoded), "user_id": orNull(by.UserID), "token_id": orNull(by.TokenID), "tries": 0, "done": 0,
	})
}

// start lets an import come in that was tried.
func (s Store) start(ctx context.Context, by session.Actor, id int64, partial bool) (Import, error) {
	return s.move(ctx, id, []string{checked}, map[string]any{
		"state": importing, "partial": partial, "user_id": orNull(by.UserID), "token_id": orNull(by.TokenID), "tries": 0, "done": 0,
	})
}

// discard ends an import of which nothing has come in.
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

// move changes an import that is in one of some states, or fails with errMoved.
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

// next returns the import of something that is to be worked on, or errNotFound.
func (s Store) next(ctx context.Context, what string) (i Import, err error) {
	err = s.table(ctx).Where("what = ? AND state IN ?", what, []string{checking, importing}).Take(&i).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = errNotFound
	}
	return i, err
}

// actor is who asked for an import last, or errNobody where that may not be
// done by them any more.
func (s Store) actor(ctx context.Context, i Import) (session.Actor, error) {
	by, err := s.Sessions.Still(ctx, i.UserID, i.TokenID)
	if fault.Is(err, fault.Unauthorized) || err == nil && by.Role != session.Admin {
		err = errNobody
	}
	return by, err
}

// forget forgets what a former try said of the entries.
func (s Store) forget(ctx context.Context, id int64) error {
	return s.DB.WithContext(ctx).Exec("DELETE FROM import_lines WHERE import_id = ?", id).Error
}

// note keeps lines of an import.
func (s Store) note(ctx context.Context, id int64, lines []Line) error {
	rows := make([]map[string]any, len(lines))
	for n, l := range lines {
		rows[n] = map[string]any{"import_id": id, "n": l.N, "outcome": l.Outcome, "name": l.Name, "line": l.Line, "reason": l.Reason}
	}
	return s.DB.WithContext(ctx).Table("import_lines").Create(rows).Error
}

// end ends what is under way, with a line in the audit log for what came in.
func (s Store) end(ctx context.Context, by session.Actor, i Import, values map[string]any) error {
	err := s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ended, err := Store{DB: tx}.move(ctx, i.ID, []string{i.State}, values)
		if err != nil || ended.State == checked {
			return err
		}
		if err := (Store{DB: tx}).dropFile(ctx, i.ID); err != nil || ended.State != done || i.What != Magazine {
			return err // subscribers have a line of their own
		}
		after := map[string]any{"name": i.Name, "counts": ended.Counts}
		return audit.Write(tx, by, audit.Entry{Action: "import", Kind: AuditKind, ID: i.ID, After: after})
	})
	if errors.Is(err, errMoved) {
		err = nil // it was discarded meanwhile
	}
	return err
}

// exported writes an export of the magazine into the audit log.
func (s Store) exported(ctx context.Context, by session.Actor) error {
	return audit.Write(s.DB.WithContext(ctx), by, audit.Entry{Action: "export", Kind: AuditKind, ID: "all"})
}

// Begin notes that an export of so many entries goes out, for whoever looks how
// far it is. The caller tells how many are done, and at last that it is over.
func (s Store) Begin(ctx context.Context, what string, total int) (told func(done int), over func()) {
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
	last, steady := time.Now(), pace.Pace{}
	told = func(done int) {
		steady.Rest(ctx)
		if time.Since(last) >= tellEvery {
			last = time.Now()
			note("UPDATE exports SET done = ?, changed_at = now() WHERE id = ?", done, id)
		}
	}
	return told, func() { note("DELETE FROM exports WHERE id = ?", id) }
}

// exports returns how far the exports of something are that are under way.
func (s Store) exports(ctx context.Context, what string) (all []Export, err error) {
	all = []Export{}
	return all, s.DB.WithContext(ctx).Table("exports").Where("what = ? AND changed_at > ?", what, time.Now().Add(-underWay)).Order("id").Find(&all).Error
}

// Sweep forgets files that nobody decided on, and imports that are long over.
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
