package editable

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Create adds records. All rows must have the same columns.
func (k Kind[T, View]) Create(ctx context.Context, by session.Actor, rows ...map[string]any) (made []T, err error) {
	err = k.change(ctx, by, func(tx *gorm.DB, done *changes) error {
		rows := slices.Clone(rows) // each try of the transaction begins with what was sent
		for i := range rows {
			rows[i] = maps.Clone(rows[i])
			if err := k.derive(tx, nil, rows[i], true); err != nil {
				return err
			}
		}
		if err := k.place(tx, rows); err != nil {
			return err
		}
		if made, err = k.insert(tx, rows); err != nil {
			return err
		}
		for i, m := range made {
			if err := k.note(tx, done, audit.Create, &Write[T]{By: by, After: m, Values: rows[i]}); err != nil {
				return err
			}
		}
		return nil
	})
	return made, err
}

// place puts new records without a position last in their list. Others who add
// one wait until the transaction ends, but not until that of many, which may be
// a long import: of equal positions, the older record comes first.
func (k Kind[T, View]) place(tx *gorm.DB, rows []map[string]any) error {
	if k.Sort != "position" {
		return nil
	}
	if len(rows) == 1 && rows[0]["position"] == nil {
		if err := LockPositions(tx, k.Table); err != nil {
			return err
		}
	}
	last := map[any]int{}
	for _, row := range rows {
		if row["position"] != nil {
			continue
		}
		list := row[k.Within]
		if _, known := last[list]; !known {
			table := tx.Table(k.Table).Select("coalesce(max(position), 0)")
			if k.Within != "" {
				table = table.Where(k.Within+" = ?", list)
			}
			var position int
			if err := table.Row().Scan(&position); err != nil {
				return err
			}
			last[list] = position
		}
		last[list] = min(last[list]+1, math.MaxInt32)
		row["position"] = last[list]
	}
	return nil
}

func (k Kind[T, View]) insert(tx *gorm.DB, rows []map[string]any) (made []T, err error) {
	columns := k.columns(rows[0])
	places, params := make([]string, len(rows)), []any{}
	for i, row := range rows {
		for _, c := range columns {
			params = append(params, row[c])
		}
		places[i] = "(?" + strings.Repeat(", ?", len(columns)-1) + ")"
	}
	sql := "INSERT INTO " + k.Table + " (" + strings.Join(columns, ", ") + ") VALUES " + strings.Join(places, ", ") + " RETURNING *"
	if err := tx.Raw(sql, params...).Scan(&made).Error; err != nil {
		return nil, err
	}
	for i, m := range made {
		if k.Save == nil {
			break
		}
		if err := k.Save(tx, k.Key(m).ID, rows[i]); err != nil {
			return nil, err
		}
	}
	return made, k.load(tx, made)
}

// Update sets the columns in values. If version is set but isn't the record's,
// it fails with a Conflict that holds the current record.
func (k Kind[T, View]) Update(ctx context.Context, by session.Actor, id int64, version *int, values map[string]any) (out T, err error) {
	err = k.change(ctx, by, func(tx *gorm.DB, done *changes) error {
		found, err := k.lock(tx, []int64{id}, false)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return k.Missing
		}
		before := found[0]
		if version != nil && *version != k.Key(before).Version {
			f := fault.New(fault.Conflict, "Someone else changed this while you were editing.")
			f.Current = before
			return f
		}
		if len(values) == 0 {
			out = before
			return nil
		}
		values := maps.Clone(values)
		if err := k.derive(tx, &before, values, true); err != nil {
			return err
		}
		out, err = k.write(tx, done, by, audit.Update, before, values)
		return err
	})
	return out, err
}

// lock returns the records with these ids, in or out of the trash, and locks
// them until the transaction ends.
func (k Kind[T, View]) lock(tx *gorm.DB, ids []int64, binned bool) (found []T, err error) {
	bin := " AND deleted_at IS NULL"
	if binned {
		bin = fmt.Sprintf(" AND deleted_at > now() - interval '%d days'", BinDays)
	}
	err = tx.Raw("SELECT * FROM "+k.Table+" WHERE id IN ?"+bin+" ORDER BY id FOR UPDATE", ids).Scan(&found).Error
	if err != nil {
		return nil, err
	}
	return found, k.load(tx, found)
}

// columns returns the names in values that are columns.
func (k Kind[T, View]) columns(values map[string]any) []string {
	columns := slices.Sorted(maps.Keys(values))
	return slices.DeleteFunc(columns, func(name string) bool {
		return slices.ContainsFunc(k.Fields, func(f Field) bool { return f.Column == "" && f.Name == name })
	})
}

func (k Kind[T, View]) load(tx *gorm.DB, records []T) error {
	if k.Load == nil || len(records) == 0 {
		return nil
	}
	return k.Load(tx, records)
}

// Actions of Each.
const (
	Activate   = "activate"
	Deactivate = "deactivate"
	Delete     = "delete"
	Restore    = "restore"
)

// Each applies an action to each of these records that it applies to, and
// returns them updated.
func (k Kind[T, View]) Each(ctx context.Context, by session.Actor, act string, ids ...int64) (done []T, err error) {
	done, _, err = k.each(ctx, by, act, ids)
	return done, err
}

// each is Each. It also returns Derive's last refusal.
func (k Kind[T, View]) each(ctx context.Context, by session.Actor, act string, ids []int64) (done []T, refused, err error) {
	values, action := map[string]any{}, audit.Update
	switch {
	case (act == Activate || act == Deactivate) && k.sets("is_active"):
		values["is_active"] = act == Activate
	case act == Delete:
		values["deleted_at"], action = time.Now(), audit.Delete
	case act == Restore:
		values["deleted_at"], action = nil, audit.Restore
	case k.Acts[act] != nil:
		values = k.Acts[act]
	default:
		return nil, nil, fault.Form([]fault.Field{{Field: "action", Message: "Unknown action."}})
	}
	err = k.change(ctx, by, func(tx *gorm.DB, noted *changes) error {
		found, err := k.lock(tx, ids, act == Restore)
		if err != nil {
			return err
		}
		done, refused, err = k.writeEach(tx, noted, by, action, found, values)
		return err
	})
	return done, refused, err
}

// Apply sets values in the records that a condition selects, at most maxApplied
// of them, and returns them updated. It skips records that another transaction
// has locked.
func (k Kind[T, View]) Apply(ctx context.Context, by session.Actor, where string, values map[string]any) (done []T, err error) {
	err = k.change(ctx, by, func(tx *gorm.DB, noted *changes) error {
		var found []T
		err := tx.Raw("SELECT * FROM "+k.Table+" WHERE "+where+" ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED", maxApplied).Scan(&found).Error
		if err == nil {
			err = k.load(tx, found)
		}
		if err == nil {
			done, _, err = k.writeEach(tx, noted, by, audit.Update, found, values)
		}
		return err
	})
	return done, err
}

// maxApplied limits the size of Apply's transaction.
const maxApplied = 100

// writeEach sets values in locked records, and returns those updated. It skips
// records that Derive refuses, for what they hold or for another record, and
// also returns the last refusal.
func (k Kind[T, View]) writeEach(tx *gorm.DB, noted *changes, by session.Actor, action string, found []T, values map[string]any) (done []T, refused, _ error) {
	done = []T{}
	for _, before := range found {
		values := maps.Clone(values)
		err := k.derive(tx, &before, values, false)
		if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) {
			refused = err
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		after, err := k.write(tx, noted, by, action, before, values)
		if err != nil {
			return nil, nil, err
		}
		done = append(done, after)
	}
	return done, refused, nil
}

// EmptyBin implements Records.
func (k Kind[T, View]) EmptyBin(ctx context.Context) error {
	return k.DB.WithContext(ctx).Exec(fmt.Sprintf("DELETE FROM %s WHERE deleted_at < now() - interval '%d days'", k.Table, BinDays)).Error
}

// changes collects the audit log entries and invalidated tags of a transaction.
type changes struct {
	entries []audit.Entry
	tags    []string
}

// write sets values in a locked record.
func (k Kind[T, View]) write(tx *gorm.DB, done *changes, by session.Actor, action string, before T, values map[string]any) (after T, err error) {
	id, params, rows := k.Key(before).ID, []any{}, make([]T, 1)
	sql := "UPDATE " + k.Table + " SET version = version + 1, updated_at = now()"
	for _, column := range k.columns(values) {
		sql += ", " + column + " = ?"
		params = append(params, values[column])
	}
	err = tx.Raw(sql+" WHERE id = ? RETURNING *", append(params, id)...).Scan(&rows[0]).Error
	if err == nil && k.Save != nil {
		err = k.Save(tx, id, values)
	}
	if err == nil {
		err = k.load(tx, rows)
	}
	if err != nil {
		return after, err
	}
	after = rows[0]
	return after, k.note(tx, done, action, &Write[T]{By: by, Before: &before, After: after, Values: values})
}

// derive runs Prepare, if the write is a save, and Derive.
func (k Kind[T, View]) derive(tx *gorm.DB, old *T, values map[string]any, saves bool) error {
	if saves && k.Prepare != nil {
		if err := k.Prepare(tx, old, values); err != nil {
			return err
		}
	}
	if k.Derive == nil {
		return nil
	}
	return k.Derive(tx, old, values)
}

// note adds a write to done.
func (k Kind[T, View]) note(tx *gorm.DB, done *changes, action string, w *Write[T]) error {
	if k.Written != nil {
		if err := k.Written(tx, w); err != nil {
			return err
		}
	}
	tags := k.Tags
	if k.TagsOf != nil {
		tags = k.TagsOf(w.Before, w.After)
	}
	for _, tag := range tags {
		if !slices.Contains(done.tags, tag) {
			done.tags = append(done.tags, tag)
		}
	}
	if w.Unlogged {
		return nil
	}
	entry := audit.Entry{Action: action, Kind: k.Name, ID: k.Key(w.After).ID, After: k.logged(w.After)}
	if w.Before != nil {
		entry.Before = k.logged(*w.Before)
	}
	done.entries = append(done.entries, entry)
	return nil
}

func (k Kind[T, View]) logged(record T) any {
	if k.Log == nil {
		return record
	}
	return k.Log(record)
}

// change runs writes in a transaction together with their audit log entries,
// and invalidates their tags.
func (k Kind[T, View]) change(ctx context.Context, by session.Actor, write func(*gorm.DB, *changes) error) error {
	return k.explain(db.Retry(func() error {
		return k.Bus.TaggedTransaction(ctx, k.DB, func(tx *gorm.DB) ([]string, error) {
			var done changes
			if err := write(tx, &done); err != nil {
				return nil, err
			}
			return done.tags, audit.Write(tx, by, done.entries...)
		})
	}))
}

// explain replaces the error of a violated constraint with the field's. It
// expects Postgres's default names of constraints, of any table, for a view may
// write to several.
func (k Kind[T, View]) explain(err error) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return err
	}
	for _, f := range k.Fields {
		switch {
		case f.Taken != "" && strings.HasSuffix(refused.ConstraintName, "_"+f.Column+"_key"):
			return &fault.Error{Code: fault.Conflict, Detail: f.Taken, Fields: []fault.Field{{Field: f.In(), Message: f.Taken}}}
		case f.Unknown != "" && strings.HasSuffix(refused.ConstraintName, "_"+f.Column+"_fkey"):
			return fault.Form([]fault.Field{{Field: f.In(), Message: f.Unknown}})
		}
	}
	return err
}
