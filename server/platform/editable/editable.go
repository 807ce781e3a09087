// Package editable is what the records that staff edit have in common: lists
// by keyset, edits that notice each other, a bin, and that each change is in
// the audit log and on the public page at the next request.
package editable

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pagecache"
	"thriftwell/server/platform/session"
)

// BinDays is how long what was deleted can be taken back.
const BinDays = 30

// Meta is what every editable record carries beside its own fields.
type Meta struct {
	Version   int        `json:"version"` // counts the saves
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
	DeletedAt *time.Time `json:"deletedAt"` // in the bin since
}

// Key is what a Table needs to know of a record.
type Key struct {
	ID      int64
	Version int
	Sort    int // value of the Table's Sort column
}

// Pages is the page cache.
type Pages interface{ Invalidate(tags ...string) }

// Site is what every Table works on.
type Site struct {
	DB    *gorm.DB
	Pages Pages
}

// Table is one kind of record. Columns and table names are ours; values come
// from outside. What a search looks in is the column search.
type Table[T any] struct {
	Site
	Name       string   // of the SQL table
	Kind       string   // in the audit log
	Tags       []string // of the pages that show it
	Sort       string   // integer column that orders a list, before the id; may be empty
	Descending bool     // the highest Sort first
	Bin        bool     // whether it has deleted_at
	Missing    error    // for an id that no record has
	Duplicate  error    // for a unique value that another record has
	Dangling   error    // for a reference to no record
	Key        func(T) Key
}

// Query says which records a list holds.
type Query struct {
	Where  map[string]any // column = value
	Text   string         // case-insensitive substring
	Active *bool
	Binned bool   // what is in the bin, instead of what is not
	After  string // the Next of the list before
	Limit  int
}

// List is a part of the records that a Query selects.
type List[T any] struct {
	Items []T
	Total int64  // all that match, whatever After and Limit say
	Next  string // After of the part that follows; "" when this is the last
}

// ErrCursor is the error for an After that no list gave.
var ErrCursor = fault.New(fault.Invalid, "This list can't be continued from there. Please load it anew.")

// selection is the query without its place and size.
func (t Table[T]) selection(ctx context.Context, q Query) *gorm.DB {
	db := t.DB.WithContext(ctx).Table(t.Name)
	for _, column := range slices.Sorted(maps.Keys(q.Where)) {
		db = db.Where(column+" = ?", q.Where[column])
	}
	if q.Active != nil {
		db = db.Where("is_active = ?", *q.Active)
	}
	switch {
	case t.Bin && q.Binned:
		db = db.Where("deleted_at IS NOT NULL")
	case t.Bin:
		db = db.Where("deleted_at IS NULL")
	}
	if q.Text != "" {
		db = db.Where("search LIKE '%' || replace(replace(replace(lower(?), '!', '!!'), '%', '!%'), '_', '!_') || '%' ESCAPE '!'", q.Text)
	}
	return db.Session(&gorm.Session{})
}

// page is the part of a selection that q asks for, and one record more.
func (t Table[T]) page(ctx context.Context, q Query) (*gorm.DB, error) {
	db := t.selection(ctx, q).Order(t.order()).Limit(q.Limit + 1)
	if q.After == "" {
		return db, nil
	}
	sort, id, ok := strings.Cut(q.After, "-")
	at, err1 := strconv.Atoi(sort)
	after, err2 := strconv.ParseInt(id, 10, 64)
	if !ok || err1 != nil || err2 != nil {
		return nil, ErrCursor
	}
	switch {
	case t.Sort == "":
		return db.Where("id > ?", after), nil
	case t.Descending:
		return db.Where(fmt.Sprintf("%[1]s <= ? AND (%[1]s < ? OR id > ?)", t.Sort), at, at, after), nil
	}
	return db.Where(fmt.Sprintf("%[1]s >= ? AND (%[1]s > ? OR id > ?)", t.Sort), at, at, after), nil
}

func (t Table[T]) order() string {
	switch {
	case t.Sort == "":
		return "id"
	case t.Descending:
		return t.Sort + " DESC, id"
	}
	return t.Sort + ", id"
}

// List gives the records that q selects, in order.
func (t Table[T]) List(ctx context.Context, q Query) (List[T], error) {
	out := List[T]{Items: []T{}}
	page, err := t.page(ctx, q)
	if err != nil {
		return out, err
	}
	if err := page.Find(&out.Items).Error; err != nil {
		return out, err
	}
	if len(out.Items) > q.Limit {
		out.Items = out.Items[:q.Limit]
		last := t.Key(out.Items[q.Limit-1])
		out.Next = fmt.Sprintf("%d-%d", last.Sort, last.ID)
	} else if q.After == "" {
		out.Total = int64(len(out.Items)) // that is all, so there is nothing to count
		return out, nil
	}
	return out, t.selection(ctx, q).Count(&out.Total).Error
}

// Get gives one record that is not in the bin, or Missing.
func (t Table[T]) Get(ctx context.Context, id int64) (T, error) {
	var found T
	err := t.selection(ctx, Query{}).Where("id = ?", id).Take(&found).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = t.Missing
	}
	return found, err
}

// Create adds records; each of them has the same columns.
func (t Table[T]) Create(ctx context.Context, by session.Actor, rows ...map[string]any) (made []T, err error) {
	columns := slices.Sorted(maps.Keys(rows[0]))
	places, values := make([]string, len(rows)), []any{}
	for i, row := range rows {
		for _, c := range columns {
			values = append(values, row[c])
		}
		places[i] = "(?" + strings.Repeat(", ?", len(columns)-1) + ")"
	}
	sql := "INSERT INTO " + t.Name + " (" + strings.Join(columns, ", ") + ") VALUES " + strings.Join(places, ", ") + " RETURNING *"
	err = t.change(ctx, func(tx *gorm.DB) error {
		if err := tx.Raw(sql, values...).Scan(&made).Error; err != nil {
			return err
		}
		entries := make([]audit.Entry, len(made))
		for i, m := range made {
			entries[i] = audit.Entry{Action: audit.Create, Kind: t.Kind, ID: t.Key(m).ID, After: m}
		}
		return audit.Write(tx, by, entries...)
	})
	return made, err
}

// Update changes the columns of values, and nothing else, of one record. With
// a version that is not the record's it fails with Conflict, and the fault
// holds the record as it stands.
func (t Table[T]) Update(ctx context.Context, by session.Actor, id int64, version *int, values map[string]any) (out T, err error) {
	err = t.change(ctx, func(tx *gorm.DB) error {
		found, err := t.lock(tx, []int64{id}, false)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return t.Missing
		}
		before := found[0]
		if version != nil && *version != t.Key(before).Version {
			f := fault.New(fault.Conflict, "Somebody else changed this while you were editing.")
			f.Current = before
			return f
		}
		if len(values) == 0 {
			out = before
			return nil
		}
		if out, err = t.set(tx, id, values); err != nil {
			return err
		}
		return audit.Write(tx, by, audit.Entry{Action: audit.Update, Kind: t.Kind, ID: id, Before: before, After: out})
	})
	return out, err
}

// lock gives the records of these ids, in or out of the bin, and keeps others
// from changing them until the transaction ends.
func (t Table[T]) lock(tx *gorm.DB, ids []int64, binned bool) (found []T, err error) {
	bin := ""
	switch {
	case binned:
		bin = fmt.Sprintf(" AND deleted_at > now() - interval '%d days'", BinDays)
	case t.Bin:
		bin = " AND deleted_at IS NULL"
	}
	err = tx.Raw("SELECT * FROM "+t.Name+" WHERE id IN ?"+bin+" ORDER BY id FOR UPDATE", ids).Scan(&found).Error
	return found, err
}

func (t Table[T]) set(tx *gorm.DB, id int64, values map[string]any) (after T, err error) {
	sql, params := "UPDATE "+t.Name+" SET version = version + 1, updated_at = now()", []any{}
	for _, column := range slices.Sorted(maps.Keys(values)) {
		sql += ", " + column + " = ?"
		params = append(params, values[column])
	}
	err = tx.Raw(sql+" WHERE id = ? RETURNING *", append(params, id)...).Scan(&after).Error
	return after, err
}

// The acts of Each.
const (
	Activate   = "activate"
	Deactivate = "deactivate"
	Delete     = "delete"
	Restore    = "restore"
)

// Each does one act to each of the records of ids that it applies to, and
// gives those as they are then.
func (t Table[T]) Each(ctx context.Context, by session.Actor, act string, ids ...int64) (done []T, err error) {
	values, action := map[string]any{}, audit.Update
	switch {
	case act == Activate, act == Deactivate:
		values["is_active"] = act == Activate
	case act == Delete && t.Bin:
		values["deleted_at"], action = time.Now(), audit.Delete
	case act == Restore && t.Bin:
		values["deleted_at"], action = nil, audit.Restore
	default:
		return nil, fault.Form([]fault.Field{{Field: "action", Message: "This action is not known."}})
	}
	err = t.change(ctx, func(tx *gorm.DB) error {
		done = []T{}
		found, err := t.lock(tx, ids, act == Restore)
		if err != nil {
			return err
		}
		var entries []audit.Entry
		for _, before := range found {
			id := t.Key(before).ID
			after, err := t.set(tx, id, values)
			if err != nil {
				return err
			}
			done = append(done, after)
			entries = append(entries, audit.Entry{Action: action, Kind: t.Kind, ID: id, Before: before, After: after})
		}
		return audit.Write(tx, by, entries...)
	})
	return done, err
}

// One is Each for one record, or Missing.
func (t Table[T]) One(ctx context.Context, by session.Actor, act string, id int64) (T, error) {
	done, err := t.Each(ctx, by, act, id)
	if err == nil && len(done) == 0 {
		err = t.Missing
	}
	if err != nil {
		var none T
		return none, err
	}
	return done[0], nil
}

// EmptyBin deletes for good what has been in the bin of a table for BinDays.
func EmptyBin(ctx context.Context, db *gorm.DB, table string) error {
	return db.WithContext(ctx).Exec(fmt.Sprintf("DELETE FROM %s WHERE deleted_at < now() - interval '%d days'", table, BinDays)).Error
}

// change runs a write in a transaction, tells every instance of it with the
// commit, and this one's page cache before it returns.
func (t Table[T]) change(ctx context.Context, write func(tx *gorm.DB) error) error {
	err := t.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := write(tx); err != nil {
			return err
		}
		return pagecache.Notify(ctx, tx.Statement.ConnPool, t.Tags...)
	})
	if err == nil {
		t.Pages.Invalidate(t.Tags...)
	}
	return t.explain(err)
}

// SQLSTATEs of constraints.
const (
	uniqueViolation     = "23505"
	foreignKeyViolation = "23503"
)

// explain turns what a constraint refused into the Table's own faults.
func (t Table[T]) explain(err error) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return err
	}
	switch {
	case refused.Code == uniqueViolation && t.Duplicate != nil:
		return t.Duplicate
	case refused.Code == foreignKeyViolation && t.Dangling != nil:
		return t.Dangling
	}
	return err
}
