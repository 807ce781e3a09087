package personal

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// Person is everything stored about a person.
type Person struct {
	Email      string                 `json:"email"`
	Suppressed string                 `json:"suppressed,omitempty"` // why the address gets no email
	Subscriber *subscribers.Export    `json:"subscriber"`
	Consents   []subscribers.Consent  `json:"consents"`
	Letters    []campaigns.GotEmail   `json:"letters"`
	Texts      []campaigns.GotText    `json:"texts"`
	Messages   []contact.Kept         `json:"messages"`
	Imports    []advertisers.Imported `json:"imports"`  // of conversions
	Contacts   []advertisers.Contact  `json:"contacts"` // of advertisers
	auth.Kept
}

// Empty reports whether nothing is stored that an erasure would remove.
func (p Person) Empty() bool {
	return p.Suppressed == "" && p.Subscriber == nil && len(p.Messages)+len(p.Contacts)+len(p.Accounts)+len(p.Tokens)+len(p.Invitations) == 0
}

// Export returns everything stored about a person.
func (p Data) Export(ctx context.Context, email string) (_ Person, err error) {
	all := Person{Email: email}
	if all.Suppressed, err = p.Suppressions.Reason(ctx, p.Suppressions.Secret.AddressHash(email)); err != nil {
		return all, err
	}
	if all.Subscriber, all.Consents, err = p.Subscribers.Export(ctx, email); err != nil && !errors.Is(err, subscribers.ErrNotFound) {
		return all, err
	}
	all.Letters, all.Texts = []campaigns.GotEmail{}, []campaigns.GotText{}
	if all.Subscriber != nil {
		if all.Letters, all.Texts, err = p.Campaigns.Received(ctx, all.Subscriber.ID); err != nil {
			return all, err
		}
	}
	if all.Messages, err = p.Contact.Of(ctx, email); err != nil {
		return all, err
	}
	if all.Imports, err = p.Advertisers.Imports(ctx, email); err != nil {
		return all, err
	}
	if all.Contacts, err = p.Advertisers.Contacts(ctx, email); err != nil {
		return all, err
	}
	all.Kept, err = p.Accounts.Kept(ctx, email)
	return all, err
}

// Erase erases a person. The journal is written first: if the rest fails or the
// database is restored later, the next start repeats it.
func (p Data) Erase(ctx context.Context, email string) error {
	hash := p.Suppressions.Secret.AddressHash(email)
	id, err := p.Subscribers.IDOf(ctx, hash)
	if err != nil && !errors.Is(err, subscribers.ErrNotFound) {
		return err
	}
	e := erasure{ID: id, AddressHash: hash, At: time.Now()}
	if err := p.journal.add(e); err != nil {
		return err
	}
	if err := p.eraseAs(ctx, e); err != nil {
		return err
	}
	return p.eraseStaff(ctx, email, e.At)
}

// EraseByLink is Erase for someone with a link emailed to the address. Only an
// operator can erase staff and people with a disabled account, who could
// otherwise end that themselves.
func (p Data) EraseByLink(ctx context.Context, email string) error {
	return p.eraseUnbound(ctx, email, fault.Form([]fault.Field{{Field: "confirmed", Message: "This address belongs to a staff member or a disabled account. Write to us to have it deleted."}}))
}

// EraseByStaff is Erase for admins, who can't erase each other either.
func (p Data) EraseByStaff(ctx context.Context, email string) error {
	return p.eraseUnbound(ctx, email, fault.New(fault.Conflict, "This address belongs to a staff member or a disabled account. Only an operator can erase it, with bin/server person erase."))
}

// eraseUnbound is Erase, but returns refusal for staff and people with a
// disabled account.
func (p Data) eraseUnbound(ctx context.Context, email string, refusal error) error {
	kept, err := p.Accounts.Kept(ctx, email)
	if err != nil {
		return err
	}
	bound := len(kept.Tokens)+len(kept.Invitations)+len(kept.Changes)+len(kept.Revisions) > 0 ||
		slices.ContainsFunc(kept.Accounts, func(a auth.Profile) bool { return a.Role != session.Visitor || a.DisabledAt != nil })
	if bound {
		return refusal
	}
	return p.Erase(ctx, email)
}

// eraseStaff erases mentions of a person by address only.
func (p Data) eraseStaff(ctx context.Context, email string, until time.Time) error {
	if err := p.Advertisers.Forget(ctx, email, until); err != nil {
		return err
	}
	if err := p.Contact.EraseAnswerer(ctx, email, until); err != nil {
		return err
	}
	return p.Accounts.Erase(ctx, email, until)
}

func (p Data) eraseAs(ctx context.Context, e erasure) error {
	if err := p.Subscribers.Erase(ctx, e.ID, e.At); err != nil {
		return err
	}
	if err := p.Campaigns.Forget(ctx, e.ID); err != nil {
		return err
	}
	return p.Contact.Erase(ctx, e.AddressHash, e.At)
}

// Erased returns a function that reports whether an address, given as a hash,
// is in the journal of erasures.
func (p Data) Erased() (func(addressHash []byte) bool, error) {
	all, err := p.journal.read()
	if err != nil {
		return nil, err
	}
	hashes := map[string]bool{}
	for _, e := range all {
		hashes[string(e.AddressHash)] = true
	}
	return func(addressHash []byte) bool { return hashes[string(addressHash)] }, nil
}

// ReplayErasures repeats the erasures in the journal, as after restoring an
// older database.
func (p Data) ReplayErasures(ctx context.Context) error {
	all, err := p.journal.read()
	if err != nil || len(all) == 0 {
		return err
	}
	erasedAt := map[string]time.Time{} // the last time, by the address's hash
	for _, e := range all {
		if err := p.eraseAs(ctx, e); err != nil {
			return err
		}
		erasedAt[string(e.AddressHash)] = e.At
	}
	addresses, err := p.Accounts.Addresses(ctx)
	if err != nil {
		return err
	}
	partners, err := p.Advertisers.Addresses(ctx)
	if err != nil {
		return err
	}
	answerers, err := p.Contact.Answerers(ctx)
	if err != nil {
		return err
	}
	for _, email := range slices.Concat(addresses, partners, answerers) {
		at, erased := erasedAt[string(p.Suppressions.Secret.AddressHash(email))]
		if !erased {
			continue
		}
		if err := p.eraseStaff(ctx, email, at); err != nil {
			return err
		}
	}
	return nil
}

// Suppress permanently suppresses email to an address.
func (p Data) Suppress(ctx context.Context, email, reason string) error {
	if !slices.Contains([]string{mail.Bounce, mail.Complaint, mail.Manual}, reason) {
		return errors.New("the reason must be bounce, complaint, or manual")
	}
	return p.Suppressions.Add(p.Suppressions.DB.Gorm.WithContext(ctx), p.Suppressions.Secret.AddressHash(email), reason)
}

// Sweep erases personal data that has expired according to the settings.
func (p Data) Sweep(ctx context.Context, c config.Config) error {
	now := time.Now()
	return errors.Join(
		p.Subscribers.EraseProfiles(ctx, now.AddDate(0, 0, -c.ProfilesKeep)),
		p.Subscribers.SweepProof(ctx, now.AddDate(0, -c.ConsentsKeep, 0)),
		p.Subscribers.SweepUnconfirmed(ctx),
		p.Subscribers.ForgetEngagement(ctx),
		p.Campaigns.Sweep(ctx),
		p.Contact.Sweep(ctx, now.AddDate(0, -c.MessagesKeep, 0)))
}

// Reseal re-encrypts everything with the first key and returns the number of
// people and messages. It can be interrupted and repeated, even while the site
// runs.
func (p Data) Reseal(ctx context.Context, pool *pgxpool.Pool) (people, messages int, err error) {
	if people, err = p.Subscribers.Reseal(ctx); err != nil {
		return people, messages, err
	}
	if messages, err = p.Contact.Reseal(ctx); err != nil {
		return people, messages, err
	}
	if err := p.keys.ResealSecret(ctx, pool); err != nil {
		return people, messages, err
	}
	return people, messages, p.note(ctx, audit.Entry{Action: "rekey", Kind: KeysKind, ID: "DATA_KEYS"})
}

// KeysKind is the kind of the keys of personal data in the audit log.
const KeysKind = "keys"

// note adds an entry for a command to the audit log.
func (p Data) note(ctx context.Context, line audit.Entry) error {
	return audit.Write(p.Subscribers.DB.Gorm.WithContext(ctx), session.CommandLine(), line)
}

// Note adds to the audit log that a command processed a person's data. It
// identifies the person by part of the keyed hash of their address, which is
// meaningless without the keys.
func (p Data) Note(ctx context.Context, action, email string) error {
	return p.note(ctx, audit.Entry{Action: action, Kind: subscribers.PersonKind, ID: hex.EncodeToString(p.Secret.AddressHash(email)[:8])})
}

// Unreadable returns the number of people and messages that no key can decrypt.
func (p Data) Unreadable(ctx context.Context) (int, error) {
	people, err := p.Subscribers.Unreadable(ctx)
	if err != nil {
		return 0, err
	}
	messages, err := p.Contact.Unreadable(ctx)
	return people + messages, err
}
