// Package editable is what the records that staff edit have in common: lists
// by keyset, edits that notice each other, a trash, and that each change is in
// the audit log and on the public page at the next request. A feature declares
// its records as a Kind; everything else follows from that.
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

// BinDays is how long what was deleted can be taken back.
const BinDays = 30

// Site is what every Kind works on.
type Site struct {
	DB  *gorm.DB
	Bus *notify.Bus
	// IsPicture reports whether a picture is at a path of the site; nil if
	// nobody can tell.
	IsPicture func(path string) bool
}

// Kind declares one kind of record: T is a row of its table, View a record as
// staff see it. Names of tables and columns are ours; values come from outside.
// Its table
// has the columns of Meta and search. Functions may be nil but for Key.
type Kind[T, View any] struct {
	Site
	Name  string // in the audit log
	Table string
	Key   func(T) Key
	Tags  []string // of the pages, reads and catalogs that show it

	// Path is that of its calls (see Calls), Param what they call the id; "id"
	// if empty. All staff may list it, Editors may write it; without any,
	// session.Editors. More are calls beside the usual ones.
	Path, Param string
	MaxBody     int64 // bytes, where the limit of other calls doesn't fit
	Editors     []session.Role
	New         *Call // in place of the POST, for records that are not made of JSON
	More        []Call
	Missing     error // for an id that no record has

	// A list is in the order of Sort, an integer column, and then of the ids;
	// Descending has the highest Sort first or, without Sort, the newest. ?q=
	// looks in the column search, which is all in lower case. Where filters by
	// query parameters, which Query documents. Show converts records for staff;
	// nil shows them as stored.
	Sort       string
	Descending bool
	Orders     map[string]Order // for ?sort=, by name
	Query      []Field
	Where      func(context.Context, url.Values) (map[string]any, error)
	Show       func(context.Context, []T) ([]View, error)
	Brief      *Brief[View] // for records that are too long for a list

	// A body sets the Fields and nothing else. Once each of them keeps to its
	// rule, Prepare holds them to what a rule can't tell, and adds to them; old
	// is nil for a new record.
	Fields  []Field
	Prepare func(ctx context.Context, old *T, values map[string]any) error

	// In the transaction of a write, Derive sets the columns that follow from
	// others; Written writes down what else follows. Acts are acts on many
	// records beside the usual ones, with the values that each sets. Log is what
	// the audit log keeps of a record, all of it if nil. TagsOf stands for Tags
	// where they depend on the record; before is nil for a new one.
	Derive  func(tx *gorm.DB, old *T, values map[string]any) error
	Written func(tx *gorm.DB, w *Write[T]) error
	Acts    map[string]map[string]any
	Log     func(T) any
	TagsOf  func(before *T, after T) []string

	// Save writes what a record keeps in other tables: those of the values
	// whose Field has no column. Load reads it into records.
	Save func(tx *gorm.DB, id int64, values map[string]any) error
	Load func(tx *gorm.DB, records []T) error
}

// Order is another order of a list: by an SQL expression of this SQL type, which
// is never null and of which there should be an index if the list may be long,
// and then by the ids.
type Order struct{ By, Type string }

// Brief is what a list shows of long records; GET …/:id answers one whole.
type Brief[View any] struct {
	Columns string         // that a list reads, separated by commas
	Show    func(View) any // a record in a list
}

// Write is one write of one record.
type Write[T any] struct {
	By       session.Actor
	Before   *T // nil for a new record
	After    T
	Values   map[string]any // what it set
	Unlogged bool           // it gets no line in the audit log
}

// Records is a Kind of whatever records.
type Records interface {
	// Kind returns its name in the audit log.
	Kind() string
	// Calls returns all its calls.
	Calls() []Call
	// Shape returns what its records look like.
	Shape() Shape
	// Revert brings a record back to what it was, as the audit log has it.
	Revert(ctx context.Context, by session.Actor, id int64, was json.RawMessage) error
	// EmptyBin deletes for good what has been in the trash for BinDays.
	EmptyBin(ctx context.Context) error
}

// Meta is what every record carries beside its own fields.
type Meta struct {
	Version   int        `json:"version"` // counts the saves
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
	DeletedAt *time.Time `json:"deletedAt"` // in the trash since
}

// Key is what a Kind needs to know of a record.
type Key struct {
	ID      int64
	Version int
	Sort    int // value of the Kind's Sort column
}

// Kind implements Records.
func (k Kind[T, View]) Kind() string { return k.Name }

// editors are those who may write records.
func (k Kind[T, View]) editors() []session.Role {
	if k.Editors != nil {
		return k.Editors
	}
	return session.Editors()
}

// sets reports whether a body may set a column.
func (k Kind[T, View]) sets(column string) bool {
	for _, f := range k.Fields {
		if f.Column == column {
			return true
		}
	}
	return false
}
