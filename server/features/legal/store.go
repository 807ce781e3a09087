package legal

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// Store stores versions.
type Store struct {
	DB       *gorm.DB
	Bus      *notify.Bus
	Location *time.Location
}

// history returns the versions of a page, newest first. The last one is built
// in.
func (s Store) history(ctx context.Context, page string) ([]version, error) {
	return history(s.DB.WithContext(ctx), page)
}

func history(tx *gorm.DB, page string) (all []version, err error) {
	first, err := builtIn(page)
	if err == nil {
		err = tx.Table("legal_texts").Where("page = ?", page).Order("effective DESC").Find(&all).Error
	}
	return append(all, first), err
}

// inForce returns the index of the version in effect.
func inForce(all []version, today calendar.Day) int {
	at := slices.IndexFunc(all, func(v version) bool { return !v.Effective.After(today.Time) })
	if at < 0 {
		return len(all) - 1
	}
	return at
}

var (
	errNotFound = fault.Missing("Page")
	errChanged  = fault.New(fault.Conflict, "Someone else changed this text. Copy yours and reload the page.")
	errNothing  = fault.New(fault.Conflict, "No version is scheduled.")
	errRead     = fault.Form([]fault.Field{{Field: "effective", Message: "People may have already read this day's version. Choose a later day."}})
	errPast     = fault.Form([]fault.Field{{Field: "effective", Message: "Choose today or later."}})
)

// save adds a version, replacing scheduled ones. base is the newest version its
// author has seen.
func (s Store) save(ctx context.Context, v version, base int64) error {
	today := calendar.Today(s.Location)
	if v.Effective.Before(today.Time) {
		return errPast
	}
	return s.change(ctx, v.Page, func(tx *gorm.DB, all []version) (audit.Entry, error) {
		if all[0].ID != base {
			return audit.Entry{}, errChanged
		}
		for _, other := range all {
			if !v.Effective.After(other.Effective) && !other.Effective.After(today.Time) {
				return audit.Entry{}, errRead
			}
		}
		err := tx.Exec("DELETE FROM legal_texts WHERE page = ? AND effective > ?", v.Page, today.Time).Error
		if err == nil {
			err = tx.Table("legal_texts").Omit("id").Create(&v).Error
		}
		return audit.Entry{Action: audit.Update, Before: all[0].logged(), After: v.logged()}, err
	})
}

// withdraw deletes scheduled versions.
func (s Store) withdraw(ctx context.Context, page string) error {
	return s.change(ctx, page, func(tx *gorm.DB, all []version) (audit.Entry, error) {
		today := calendar.Today(s.Location)
		if inForce(all, today) == 0 {
			return audit.Entry{}, errNothing
		}
		err := tx.Exec("DELETE FROM legal_texts WHERE page = ? AND effective > ?", page, today.Time).Error
		return audit.Entry{Action: audit.Delete, Before: all[0].logged()}, err
	})
}

// isReviewed reports whether an admin has marked a text as reviewed by counsel.
func (s Store) isReviewed(ctx context.Context, v version) (yes bool, err error) {
	digest, err := v.digest()
	if err == nil {
		err = s.DB.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM legal_reviews WHERE page = ? AND digest = ?)", v.Page, digest).Scan(&yes).Error
	}
	return yes, err
}

// review sets whether the newest version of a page has been reviewed by
// counsel. base is the version the admin has seen.
func (s Store) review(ctx context.Context, page string, base int64, reviewed bool) error {
	return s.change(ctx, page, func(tx *gorm.DB, all []version) (audit.Entry, error) {
		v := all[0]
		if v.ID != base {
			return audit.Entry{}, errChanged
		}
		digest, err := v.digest()
		if err != nil {
			return audit.Entry{}, err
		}
		write := "DELETE FROM legal_reviews WHERE page = ? AND digest = ?"
		if reviewed {
			write = "INSERT INTO legal_reviews (page, digest) VALUES (?, ?) ON CONFLICT DO NOTHING"
		}
		states := map[bool]string{true: "reviewed by counsel", false: "not reviewed"}
		logged := func(state bool) map[string]string {
			return map[string]string{"title": page, "effective": v.day().String(), "status": states[state]}
		}
		return audit.Entry{Action: audit.Update, Before: logged(!reviewed), After: logged(reviewed)}, tx.Exec(write, page, digest).Error
	})
}

// logged returns what the audit log stores of a version.
func (v version) logged() map[string]string {
	return map[string]string{"title": v.Page, "effective": v.day().String(), "text": v.Text}
}

// change changes the versions of a page. Only one writer runs at a time.
func (s Store) change(ctx context.Context, page string, write func(tx *gorm.DB, all []version) (audit.Entry, error)) error {
	return s.Bus.TaggedTransaction(ctx, s.DB, func(tx *gorm.DB) ([]string, error) {
		if err := tx.Exec("LOCK TABLE legal_texts IN EXCLUSIVE MODE").Error; err != nil {
			return nil, err
		}
		all, err := history(tx, page)
		if err != nil {
			return nil, err
		}
		entry, err := write(tx, all)
		if err != nil {
			return nil, err
		}
		entry.Kind, entry.ID = AuditKind, page
		return []string{Tag}, audit.Write(tx, session.ActorOf(ctx), entry)
	})
}
