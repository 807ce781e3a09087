// Package imports implements imports of the magazine, of subscribers and of offers,
// and exports of the magazine, in the browser. An uploaded file is first checked,
// after staff have mapped its columns if its layout isn't known; then staff see
// the result and decide. All state is in the database, so any instance can
// continue.
package imports

import (
	"bytes"
	"encoding/json"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/transfer"
)

// The kinds of imports and exports in the audit log. Subscribers have their own.
const (
	AuditKind  = "archive" // the magazine
	OffersKind = "offers"
)

// What can be imported.
const (
	Magazine    = "magazine"
	Subscribers = "subscribers"
	Offers      = "offers"
)

// Limits of files.
const (
	MaxFile  = 512 << 20 // bytes
	maxList  = 256 << 20 // bytes of a table
	maxTries = 3         // of a job that is interrupted
)

// Retention.
const (
	keepFile   = 24 * time.Hour      // of undecided imports
	keepReport = 90 * 24 * time.Hour // of finished imports
	keepExport = time.Hour           // of an interrupted export's progress
	underWay   = 2 * maxPause        // an export without progress for so long was interrupted
)

// States of an Import.
const (
	mapping   = "mapping"   // staff must map the columns
	checking  = "checking"  // a dry run
	checked   = "checked"   // staff must decide
	importing = "importing" // importing
	done      = "done"
	failed    = "failed" // nothing was imported
	discarded = "discarded"
)

// Import is an import of a file.
type Import struct {
	ID      int64  `json:"id"`
	What    string `json:"what"`
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
	Form    string `json:"-"` // file extension
	State   string `json:"state"`
	Partial bool   `json:"partial"` // import the rest even if something is refused
	UserID  *int64 `json:"-"`
	TokenID *int64 `json:"-"`
	Tries   int    `json:"-"`
	Done    int    `json:"done"` // entries in the current state
	Total   int    `json:"total"`
	Counts  Counts `json:"counts" gorm:"serializer:json"`
	Reason  string `json:"reason"` // why it failed
	// Mapping is nil unless staff mapped the columns.
	Mapping   json.RawMessage `json:"mapping" gorm:"serializer:json"`
	CreatedAt time.Time       `json:"createdAt"`
	ChangedAt time.Time       `json:"changedAt"`
}

// Export is the progress of an export.
type Export struct {
	ID    int64  `json:"id"`
	What  string `json:"what"`
	Done  int    `json:"done"` // entries
	Total int    `json:"total"`
}

// Counts are the numbers of entries by outcome.
type Counts struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Left    int `json:"left"`
	Refused int `json:"refused"`
	LeftOut int `json:"leftOut"`
}

func countsOf(c transfer.Counts) Counts {
	return Counts{c[transfer.New], c[transfer.Changed], c[transfer.Same], c[transfer.Left], c[transfer.Refused], c[transfer.LeftOut]}
}

// Line is the outcome of an entry.
type Line struct {
	N       int    `json:"n"`
	Outcome string `json:"outcome"`
	Name    string `json:"name"`
	Line    int    `json:"line"`
	Reason  string `json:"reason"`
}

// Reason is a reason shared by entries.
type Reason struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	Lines  []int  `json:"lines" gorm:"serializer:json"` // the first of them
}

// outcomes returns the outcomes stored as lines. Others are only counted.
func outcomes() map[transfer.What]string {
	return map[transfer.What]string{transfer.Changed: "changed", transfer.Left: "left", transfer.Refused: "refused", transfer.LeftOut: "leftOut"}
}

var (
	errNotFound = fault.Missing("Import")
	errBusy     = fault.New(fault.Conflict, "Another import is in progress. Finish or discard it first.")
	errTooLarge = fault.New(fault.TooLarge, "This file is larger than 512 MB. Import it with bin/server import.")
	errForm     = fault.New(fault.UnsupportedType, "Choose a zip from our Export, or an export from Ghost (JSON) or WordPress (XML).")
	errTooMany  = fault.New(fault.TooLarge, "This file is larger than 256 MB. Split it and import the parts one at a time.")
	errNoCSV    = fault.New(fault.UnsupportedType, "Choose a CSV file. You can save a spreadsheet as CSV.")
	errEmpty    = fault.New(fault.UnsupportedType, "This file is empty.")
	errWhat     = fault.New(fault.Invalid, "Choose what to import: articles and guides, subscribers, or offers.")
	errRole     = fault.New(fault.Forbidden, "Only admins can do this.")
	errUTF16    = fault.New(fault.UnsupportedType, "This file is in UTF-16. Save it as UTF-8.")
	errMoved    = fault.New(fault.Conflict, "This import has already been decided.")
	errGone     = fault.New(fault.Invalid, "The file is no longer available. Upload it again.")
	errNobody   = fault.New(fault.Invalid, "The user who requested this no longer has access.")
	errRefused  = fault.New(fault.Invalid, "Some rows have errors, so nothing was imported.")
	errBroken   = fault.New(fault.Internal, "It failed several times, and nothing was imported. See the log.")
	errBrokeOff = fault.New(fault.Internal, "It failed several times. The subscribers imported so far stay. See the log.")
)

// formOf detects the format of a file by its first bytes.
func formOf(what string, begin []byte) (form string, err error) {
	if len(begin) == 0 {
		return "", errEmpty
	}
	if what != Magazine {
		// Spreadsheets are zips, or in old versions compound files.
		if bytes.HasPrefix(begin, []byte("PK\x03\x04")) || bytes.HasPrefix(begin, []byte("\xd0\xcf\x11\xe0")) {
			return "", errNoCSV
		}
		return "csv", nil
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(begin, []byte("\ufeff")))
	switch {
	case bytes.HasPrefix(begin, []byte("PK")):
		return "zip", nil
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[")):
		return "json", nil
	case bytes.HasPrefix(text, []byte("<")):
		return "xml", nil
	case bytes.HasPrefix(begin, []byte("\xff\xfe")), bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return "", errUTF16
	}
	return "", errForm
}
