package offerdesk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/offer"
)

// rowsAtOnce is how many offers a statement adds.
const rowsAtOnce = 200

// Run holds the options of an import.
type Run struct {
	Mapping  Mapping
	DryRun   bool // write nothing
	Partial  bool // import the other rows if some are rejected
	Outcome  func(Outcome)
	Progress func(done, total int)
}

// Outcome is the effect of a row.
type Outcome struct {
	Line      int
	Title     string
	Reason    string // what changes, or why the row is rejected or skipped
	IsRefused bool
	IsSkipped bool
}

// Imported counts rows by outcome.
type Imported struct {
	New, Changed, Same, Refused, Skipped int

	Stayed bool // the import was committed
}

// planned is a write for a row.
type planned struct {
	*row
	kind   string         // kind of the placement to write
	values map[string]any // of a new offer, at its first placement
	known  candidate      // an existing offer
	set    state          // its changed fields
	more   []Placement    // further placements
}

// Import adds the offers of a file, or updates those with the same name and, if
// the row gives them, advertiser and partner. It writes all valid rows in one
// transaction.
func (i Importer) Import(ctx context.Context, file io.ReadSeeker, how Run) (done Imported, err error) {
	var told []Outcome
	act := func(in Store) error {
		desk := importing{Admin: i.Admin, Run: how, to: i.to(in.site())}
		desk.Store = in
		plan, err := desk.plan(ctx, file, i.Currency)
		done, told = desk.done, desk.told
		if err != nil || how.DryRun || done.Refused > 0 && !how.Partial {
			return err
		}
		done.Stayed = true
		return desk.write(ctx, plan)
	}
	if how.DryRun {
		err = act(i.Store)
	} else {
		err = i.Store.together(ctx, act)
	}
	if err != nil {
		return Imported{}, err
	}
	for _, o := range told {
		how.Outcome(o)
	}
	return done, nil
}

// importing is an import in progress.
type importing struct {
	Admin
	Run
	to    func(kind string) writer
	known map[string][]candidate // by plain title
	taken map[int64]int          // lines by offer
	done  Imported
	told  []Outcome
}

// plan reads and validates all rows.
func (i *importing) plan(ctx context.Context, file io.ReadSeeker, currency string) (plan []planned, err error) {
	known, err := i.Store.names(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r := reader{Mapping: i.Mapping, names: known, dates: dates{zone: i.Store.Location}, currency: currency, seen: map[string]int{}}
	var wrong string
	if r.at, wrong = known.placed(i.Mapping.Placements); wrong != "" {
		return nil, fault.New(fault.Invalid, wrong)
	}
	rows, err := r.rows(file)
	if err != nil {
		return nil, err
	}
	if i.known, err = i.Store.candidates(ctx); err != nil {
		return nil, err
	}
	i.taken = map[int64]int{}
	for n, row := range rows {
		i.Progress(n, len(rows))
		p := planned{row: row}
		if len(row.wrong) == 0 && row.over == "" {
			if err := i.check(ctx, &p); err != nil {
				return nil, err
			}
		}
		if i.count(p) {
			plan = append(plan, p)
		}
	}
	return plan, nil
}

// count counts the outcome of a row, and reports whether to write it.
func (i *importing) count(p planned) bool {
	adds := make([]string, len(p.more))
	for n, at := range p.more {
		adds[n] = at.name()
	}
	tell := Outcome{Line: p.line, Title: p.title}
	switch {
	case p.over != "":
		i.done.Skipped++
		tell.Reason, tell.IsSkipped = p.over, true
		if len(i.find(p.row)) > 0 {
			tell.Reason += " You have this offer. Turn it off if it’s on."
		}
		i.told = append(i.told, tell)
		return false
	case len(p.wrong) > 0:
		i.done.Refused++
		tell.Reason, tell.IsRefused = strings.Join(p.wrong, " "), true
		i.told = append(i.told, tell)
		return false
	case p.values != nil:
		i.done.New++
		return true
	case len(p.set) == 0 && len(p.more) == 0:
		i.done.Same++
		return false
	}
	i.done.Changed++
	var says []string
	if len(p.set) > 0 {
		says = append(says, "Changes "+strings.Join(i.kind(p.kind).called(p.set), ", ")+".")
	}
	if len(adds) > 0 {
		says = append(says, "Adds "+strings.Join(adds, ", ")+".")
	}
	tell.Reason = strings.Join(says, " ")
	i.told = append(i.told, tell)
	return true
}

// check finds the offer of a row and validates the row by the rules of its
// placements.
func (i *importing) check(ctx context.Context, p *planned) error {
	found := i.find(p.row)
	switch {
	case len(found) > 1:
		p.refuse("", "Several offers here have this name. Name the advertiser or partner, or rename them.")
		return nil
	case len(found) == 0:
		first := i.kind(p.at[0].Kind)
		p.kind, p.more = first.kind, p.at[1:]
		values, err := first.read(ctx, p.body(first.traits))
		p.values = values
		return p.take(first, err)
	}
	p.known = found[0]
	if line := i.taken[p.known.ID]; line != 0 {
		p.refuse("", fmt.Sprintf("Line %d is the same offer.", line))
		return nil
	}
	i.taken[p.known.ID] = p.line
	home := i.kind(p.known.at[0].kind)
	p.kind = home.kind
	for _, at := range p.at {
		if !slices.Contains(p.known.placed, at) {
			p.more = append(p.more, at)
		}
	}
	set, err := home.revise(ctx, p.known.at[0].id, p.change(home.traits))
	p.set = set
	return p.take(home, err)
}

// take rejects a row for errors in its fields, and returns any other error.
func (p *planned) take(k Kind, err error) error {
	refused := new(fault.Error)
	if !errors.As(err, &refused) || refused.Code != fault.Invalid {
		return err
	}
	for _, f := range refused.Fields {
		p.refuse(k.labels[f.Field], f.Message)
	}
	if len(refused.Fields) == 0 {
		p.refuse("", refused.Detail)
	}
	return nil
}

// find returns the offers that a row may mean: those with its name and, if
// given, its advertiser and partner.
func (i *importing) find(o *row) (found []candidate) {
	var partner string
	_ = json.Unmarshal(o.set[fieldPartner], &partner) // stays empty if the row has none
	for _, c := range i.known[plainTitle(o.title)] {
		if (o.advertiser == 0 || c.AdvertiserID == o.advertiser) && (partner == "" || plainTitle(c.Partner) == plainTitle(partner)) {
			found = append(found, c)
		}
	}
	return found
}

// write executes a plan.
func (i *importing) write(ctx context.Context, plan []planned) error {
	isNew := func(p planned) bool { return p.values != nil }
	for _, kind := range offer.Kinds() {
		var made []planned
		for _, p := range plan {
			if isNew(p) && p.kind == kind.Name {
				made = append(made, p)
			}
		}
		for part := range slices.Chunk(made, rowsAtOnce) {
			if err := i.add(ctx, kind.Name, part); err != nil {
				return err
			}
		}
	}
	for _, p := range plan {
		if isNew(p) {
			continue
		}
		if len(p.set) > 0 {
			if err := i.to(p.kind).edit(ctx, p.known.at[0].id, nil, p.set); err != nil {
				return err
			}
		}
		if len(p.more) > 0 {
			if err := i.Store.place(ctx, i.to, p.known.ID, p.more, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds new offers of a kind, with their other placements.
func (i *importing) add(ctx context.Context, kind string, part []planned) error {
	rows := make([]map[string]any, len(part))
	for n, p := range part {
		rows[n] = p.values
	}
	numbers, err := i.to(kind).create(ctx, rows...)
	if err != nil {
		return err
	}
	offers, err := i.Store.offersAt(ctx, kind, numbers)
	if err != nil {
		return err
	}
	more := map[string][]map[string]any{}
	for n, p := range part {
		for _, at := range p.more {
			values := map[string]any{"offer_id": offers[numbers[n]], "is_active": false}
			if at.PageID != 0 {
				values["page_id"] = at.PageID
			}
			more[at.Kind] = append(more[at.Kind], values)
		}
	}
	for _, kind := range offer.Kinds() {
		for part := range slices.Chunk(more[kind.Name], rowsAtOnce) {
			if _, err := i.to(kind.Name).create(ctx, part...); err != nil {
				return err
			}
		}
	}
	return nil
}

// candidate is an existing offer that a row may mean.
type candidate struct {
	ID           int64
	Title        string
	Partner      string
	AdvertiserID int64
	at           []key
	placed       []Placement
}

// candidates returns all offers by plain title.
func (s Store) candidates(ctx context.Context) (known map[string][]candidate, err error) {
	tx := s.DB.WithContext(ctx)
	var found []candidate
	if err := tx.Raw("SELECT id, title, partner, coalesce(advertiser_id, 0) AS advertiser_id FROM offers WHERE placed IS NOT NULL ORDER BY id").Scan(&found).Error; err != nil {
		return nil, err
	}
	var placed []struct {
		OfferID, Number, PageID int64
		Kind                    string
	}
	err = tx.Raw(`SELECT offer_id, number, coalesce(page_id, 0) AS page_id, kind FROM placements p LEFT JOIN content_pages c ON c.id = p.page_id
		WHERE p.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY kind, number`).Scan(&placed).Error
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*candidate, len(found))
	for n := range found {
		byID[found[n].ID] = &found[n]
	}
	for _, p := range placed {
		if c := byID[p.OfferID]; c != nil {
			c.at, c.placed = append(c.at, key{p.Kind, p.Number}), append(c.placed, Placement{p.Kind, p.PageID})
		}
	}
	known = map[string][]candidate{}
	for _, c := range found {
		if len(c.at) > 0 {
			known[plainTitle(c.Title)] = append(known[plainTitle(c.Title)], c)
		}
	}
	return known, nil
}

// offersAt returns the offers of placements of a kind, by number.
func (s Store) offersAt(ctx context.Context, kind string, numbers []int64) (map[int64]int64, error) {
	var found []struct{ Number, OfferID int64 }
	err := s.DB.WithContext(ctx).Raw("SELECT number, offer_id FROM placements WHERE kind = ? AND number IN ?", kind, numbers).Scan(&found).Error
	offers := make(map[int64]int64, len(found))
	for _, f := range found {
		offers[f.Number] = f.OfferID
	}
	return offers, err
}
