// Package editable implements the records that staff edit. All of them have
// paged lists, updates that detect conflicting edits, a trash and an audit log,
// and a change shows on public pages at the next request. A feature declares
// its records as a Kind.
package editable

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// BinDays is how many days a record can be restored from the trash.
const BinDays = 30

// Site is what a Kind needs of the site.
type Site struct {
	DB  *gorm.DB
	Bus *notify.Bus
	// IsPicture reports whether the site has a picture at a path. It may be
	// nil.
	IsPicture func(path string) bool
}

// Kind declares one kind of record: T is a row of its table, View a record as
// staff see it. The table must have the columns of Meta and a column search.
// Functions other than Key may be nil. Names of tables and columns go into SQL
// unescaped, so they must not come from input.
type Kind[T, View any] struct {
	Site
	Name  string // in the audit log
	Table string
	Key   func(T) Key
	Tags  []string // of the pages, API responses and catalogs that show it

	// Path begins the paths of its calls (see Calls); Param is the name of the
	// id in them, "id" if empty. All staff may list records; Editors may write
	// them, session.Editors if nil. More are additional calls.
	Path, Param string
	MaxBody     int64 // bytes; 0 means the default
	Editors     []session.Role
	New         *Call // replaces the POST, if records aren't created from JSON
	More        []Call
	Missing     error // the error for an unknown id

	// Lists are sorted by Sort, an integer column, and then by id. Descending
	// starts with the highest Sort or, without Sort, with the newest record. A new
	// record without a position, if that is the Sort, goes last among those with
	// the same value of the column Within, or among all if Within is empty.
	// ?q= searches the column search, which must be in lower case. Where
	// returns filters for query parameters, which Query documents. Show
	// converts records for staff; nil shows them as stored.
	Sort       string
	Within     string
	Descending bool
	Orders     map[string]Order // by the name in ?sort=
	Query      []Field
	Where      func(context.Context, url.Values) (map[string]any, error)
	Show       func(context.Context, []T) ([]View, error)
	Brief      *Brief[View] // if records are too long for a list

	// A body can set only the Fields. The first required one heads the list's main
	// column and sorts it, so it's the field that names a record (titleOf in ui).
	Fields []Field

	// Rules and consequences of a write, in its transaction and with the record
	// locked; old is nil for a new record. In this order: Prepare, Derive, the
	// write itself, Save, Load, Written, TagsOf and Log. pieces.Declare sets Derive,
	// Written, TagsOf and Log, and offer.Declare sets Prepare, Derive, Load and
	// TagsOf.
	Prepare func(tx *gorm.DB, old *T, values map[string]any) error // for rules across fields; may add values; not in batches
	Derive  func(tx *gorm.DB, old *T, values map[string]any) error // for columns that follow from others, in batches too
	Written func(tx *gorm.DB, w *Write[T]) error                   // for other tables: checks against them, and rows that follow

	// Acts are additional batch actions, with the values that each sets. Log
	// returns what the audit log keeps of a record; nil logs all of it. TagsOf
	// replaces Tags if they depend on the record; before is nil for a new one.
	Acts   map[string]map[string]any
	Log    func(T) any
	TagsOf func(before *T, after T) []string

	// Save stores the values of Fields without a column in other tables. Load
	// reads them into records.
	Save func(tx *gorm.DB, id int64, values map[string]any) error
	Load func(tx *gorm.DB, records []T) error
}

// Order is a sort order of a list: by an SQL expression of the type Type that
// is never null, and then by id. Long lists need an index on both.
type Order struct{ By, Type string }

// Brief declares a list of long records that shows only some columns. GET …/:id
// returns a whole record.
type Brief[View any] struct {
	Columns string         // to select, separated by commas
	Show    func(View) any // a record as shown in the list
}

// Write is a write of one record.
type Write[T any] struct {
	By       session.Actor
	Before   *T // nil for a new record
	After    T
	Values   map[string]any // the values set
	Unlogged bool           // if set by Written, the audit log gets no entry
}

// Records is a Kind of any type.
type Records interface {
	// Kind returns the kind's name in the audit log.
	Kind() string
	// Calls returns all calls of the kind.
	Calls() []Call
	// Shape describes the kind's records.
	Shape() Shape
	// Revert sets a record's fields to those in was, an entry of the audit log.
	Revert(ctx context.Context, by session.Actor, id int64, was json.RawMessage) error
	// EmptyBin permanently deletes records that were moved to the trash more
	// than BinDays ago.
	EmptyBin(ctx context.Context) error
}

// Meta is the fields that every record has.
type Meta struct {
	Version   int        `json:"version"` // number of saves
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
	DeletedAt *time.Time `json:"deletedAt"` // when it was moved to the trash
}

// Key has the fields of a record that a Kind uses.
type Key struct {
	ID      int64
	Version int
	Sort    int // value of the Sort column
}

// Kind implements Records.
func (k Kind[T, View]) Kind() string { return k.Name }

// sets reports whether a body can set a column.
func (k Kind[T, View]) sets(column string) bool {
	for _, f := range k.Fields {
		if f.Column == column {
			return true
		}
	}
	return false
}
