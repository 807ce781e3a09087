package advertisers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/session"
)

const path = "/api/admin/advertisers"

// Desk handles staff's calls about advertisers and their reports.
type Desk struct {
	editable.Records
	Store   Store
	BaseURL string
	// Earned returns the reports' figures for an advertiser's months up to a
	// day, the latest first.
	Earned func(ctx context.Context, id int64, last calendar.Day, months int) ([]offer.Month, error)
	kind   editable.Kind[Advertiser, Advertiser]
}

// Advertisers declares the advertisers.
func Advertisers(site editable.Site, store Store, baseURL string, earned func(context.Context, int64, calendar.Day, int) ([]offer.Month, error)) *Desk {
	d := &Desk{Store: store, BaseURL: baseURL, Earned: earned}
	preset := editable.Choice("Please choose one of the presets: "+strings.Join(Presets(), ", ")+".", Presets()...)
	isCSV := struct {
		File editable.File `json:"file"`
	}{}
	d.kind = editable.Kind[Advertiser, Advertiser]{
		Site: site, Name: "advertiser", Table: "advertisers", Tags: []string{Tag},
		Path:    path,
		Missing: ErrNotFound,
		Orders:  map[string]editable.Order{"name": {By: "lower(name)", Type: "text"}, "updatedAt": editable.ByChange()},
		Key:     func(a Advertiser) editable.Key { return editable.Key{ID: a.ID, Version: a.Version} },
		Log:     func(a Advertiser) any { return logged{Advertiser: a} },
		Fields: []editable.Field{
			{Column: "name", Label: "Name", Rule: editable.Line(maxName), Required: "Please enter a name.", Taken: "Another advertiser has this name."},
			{Column: "preset", Label: "Preset", Rule: preset, Initial: "own", Options: []string{"Ours", "Keitaro", "RedTrack", "Voluum", "Binom", "Affise", "Everflow", "Impact"}, Hint: "Which network's parameter names it uses"},
			{Column: "contact_name", Label: "Contact", Rule: editable.Line(maxName), Nullable: true, Hint: "Who you talk to there"},
			{Column: "contact_email", Label: "Contact’s email", Rule: email(), Nullable: true},
			{Column: "contact_phone", Label: "Contact’s phone", Rule: phone(), Nullable: true},
			{Column: "terms", Label: "Terms", Rule: editable.Text(maxNote), Hint: "What you agreed on, such as when they pay"},
			{Column: "note", Label: "Note", Rule: editable.Text(maxNote)},
			editable.Active("When off, its postbacks are rejected"),
		},
		New: &editable.Call{Method: http.MethodPost, Path: path, Roles: session.Editors(), Handle: d.create, Doc: editable.Doc{
			Name: "create", Does: "Adds an advertiser and returns its postback key and address, which are shown only once.", Takes: editable.Input{}, Status: http.StatusCreated, Gives: AdvertiserWithKey{},
		}},
		More: []editable.Call{
			{Method: http.MethodGet, Path: path + "/:id", Roles: session.Readers(), Handle: d.page, Doc: editable.Doc{
				Name: "get", Does: "Returns an advertiser with its postbacks and what its offers earned in the last 12 months.", Gives: Page{},
			}},
			{Method: http.MethodGet, Path: path + "/:id/invoice", Roles: session.Readers(), Handle: d.invoice, Deadline: importDeadline, Doc: editable.Doc{
				Name: "invoiceOf", Does: "The conversions of a month's clicks as CSV, the oldest first, then what paid clicks earned.",
				Query: []editable.Field{{Name: "month", Rule: editable.Line(7), Required: errMonth, Doc: "Such as 2026-11."}}, Gives: editable.Media{"text/csv": ""},
			}},
			{Method: http.MethodPost, Path: path + "/:id/rotate-key", Roles: session.Editors(), Handle: d.rotate, Doc: editable.Doc{
				Name: "rotateKeyOf", Does: "Replaces the postback key and returns the new one, which is shown only once. The old key works for another week.", Gives: AdvertiserWithKey{},
			}},
			{Method: http.MethodPost, Path: path + "/:id/import", Roles: session.Editors(), Handle: d.importReport, Body: maxBytes, Deadline: importDeadline, Doc: editable.Doc{
				Name: "importReportOf", Does: "Imports a CSV report from the network. With dryRun, nothing changes.",
				Query: []editable.Field{{Name: "dryRun", Rule: editable.Flag()}},
				Takes: editable.Media{"text/csv": "", "multipart/form-data": isCSV}, Gives: Import{},
			}},
		},
	}
	d.kind.More = append(d.kind.More, d.conversionCalls()...)
	d.Records = d.kind
	return d
}

// EmptyBin implements editable.Records.
func (d *Desk) EmptyBin(ctx context.Context) error { return d.Store.emptyBin(ctx) }

// page handles GET …/:id.
func (d *Desk) page(c *gin.Context) error {
	id, err := idOf(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	p := Page{}
	if p.Advertiser, err = d.kind.Get(ctx, id); err != nil {
		return err
	}
	p.PostbackAddress = d.withKey(p.Advertiser, "KEY").PostbackAddress
	if p.LastPostbackAt, p.LastRefusedAt, err = d.Store.lastPostbacks(ctx, id); err != nil {
		return err
	}
	earned, err := d.Earned(ctx, id, calendar.Today(d.Store.Location), shownMonths)
	if err != nil {
		return err
	}
	reported, err := d.Store.reportedByMonth(ctx, id, earned[len(earned)-1].Month)
	if err != nil {
		return err
	}
	p.Revenue = revenueOf(earned, reported, d.Store.Currency)
	c.JSON(http.StatusOK, p)
	return nil
}

// invoice handles GET …/:id/invoice?month=2026-11.
func (d *Desk) invoice(c *gin.Context) error {
	id, err := idOf(c)
	if err != nil {
		return err
	}
	month, err := time.Parse(monthForm, c.Query("month"))
	if err != nil {
		return fault.Form([]fault.Field{{Field: "month", Message: errMonth}})
	}
	ctx := c.Request.Context()
	if _, err := d.kind.Get(ctx, id); err != nil {
		return err
	}
	lines, err := d.Store.invoice(ctx, id, month)
	if err != nil {
		return err
	}
	rows := make([][]any, len(lines))
	for i, l := range lines {
		rows[i] = []any{l.Date, l.Offer, l.TransactionID, l.ClickID, string(l.Status), figureOf(l.Payout, l.Currency), l.Currency}
	}
	clicks, err := d.paidClicks(ctx, id, month)
	if err != nil {
		return err
	}
	head := []string{"date", "offer", "transactionId", "clickId", "status", "payout", "currency"}
	return httpx.SendCSV(c, fmt.Sprintf("invoice-%d-%s", id, month.Format(monthForm)), head, append(rows, clicks...))
}

// create handles POST.
func (d *Desk) create(c *gin.Context) error {
	var body map[string]json.RawMessage
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	ctx, key, kind := c.Request.Context(), newKey(), d.kind
	kind.Written = setKey(key)
	made, err := kind.Add(ctx, session.ActorOf(ctx), body)
	if err != nil {
		return err
	}
	c.JSON(http.StatusCreated, d.withKey(made, key))
	return nil
}

// rotate handles POST …/:id/rotate-key.
func (d *Desk) rotate(c *gin.Context) error {
	id, err := idOf(c)
	if err != nil {
		return err
	}
	ctx, key, kind := c.Request.Context(), newKey(), d.kind
	kind.Written = setKey(key)
	changed, err := kind.Update(ctx, session.ActorOf(ctx), id, nil, map[string]any{"key_made_at": time.Now()})
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, d.withKey(changed, key))
	return nil
}

// importDeadline is the timeout of an import.
const importDeadline = 30 * time.Second

// importReport handles POST …/:id/import?dryRun= with a CSV, as the body or as
// a form's file.
func (d *Desk) importReport(c *gin.Context) error {
	id, err := idOf(c)
	if err != nil {
		return err
	}
	dryRun, err := httpx.QueryBool(c, "dryRun")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	advertiser, err := d.kind.Get(ctx, id)
	if err != nil {
		return err
	}
	text, err := sentFile(c)
	if err != nil {
		return err
	}
	rows, err := presetOf(advertiser.Preset).readReport(text, id, d.Store.Currency)
	if err != nil {
		return err
	}
	done, err := d.Store.Import(ctx, rows, dryRun, session.ActorOf(ctx).Email)
	return httpx.JSON(c, done, err)
}

// conversionCalls returns the calls of the conversions screen.
func (d *Desk) conversionCalls() []editable.Call {
	const conversions = "/api/admin/conversions"
	part := []editable.Field{
		{Name: "after", Rule: editable.Line(0), Doc: "X-Next-Cursor of the part before."},
		{Name: "limit", Rule: editable.Number(1, editable.MaxRecords)},
	}
	advertiser := editable.Field{Name: "advertiser", Rule: editable.Number(1, 1<<53)}
	narrowed := []editable.Field{
		advertiser,
		{Name: "status", Rule: editable.Choice("", string(Pending), string(Approved), string(Rejected), string(Reversed))},
		{Name: "unknown", Rule: editable.Flag(), Doc: "Only conversions of unknown clicks."},
		{Name: "q", Rule: editable.Line(200), Doc: "The whole id of a click or a transaction."},
		{Name: "from", Rule: editable.Line(10), Doc: "The first day of arrival, such as 2026-04-23."},
		{Name: "to", Rule: editable.Line(10), Doc: "The last day of arrival."},
	}
	return []editable.Call{
		{Method: http.MethodGet, Path: conversions, Roles: session.Readers(), Handle: d.conversions, Doc: editable.Doc{
			Name: "listConversionsOf", Does: "What advertisers reported, the newest first.", Query: append(part, narrowed...), Gives: editable.Part{Of: Conversion{}},
		}},
		{Method: http.MethodGet, Path: conversions + "/totals", Roles: session.Readers(), Handle: d.totals, Doc: editable.Doc{
			Name: "totalConversionsOf", Does: "The sums of a filter, by status and currency.", Query: narrowed, Gives: []Total{},
		}},
		{Method: http.MethodGet, Path: conversions + "/export", Roles: session.Readers(), Handle: d.export, Deadline: importDeadline, Doc: editable.Doc{
			Name: "exportConversionsOf", Does: "The conversions of a filter as CSV, the newest first.", Query: narrowed, Gives: editable.Media{"text/csv": ""},
		}},
		{Method: http.MethodPost, Path: conversions + "/:id/adjust", Roles: session.Editors(), Handle: d.adjust, Doc: editable.Doc{
			Name: "adjustConversionOf", Does: "Sets the status and payout of a conversion, with a reason.", Takes: Adjustment{}, Gives: Conversion{},
		}},
		{Method: http.MethodPost, Path: conversions + "/:id/match", Roles: session.Editors(), Handle: d.match, Doc: editable.Doc{
			Name: "matchConversionOf", Does: "Matches a conversion of an unknown click to its click.", Takes: chosenClick{}, Gives: Conversion{},
		}},
		{Method: http.MethodPost, Path: path + "/:id/postbacks", Roles: session.Editors(), Handle: d.take, Doc: editable.Doc{
			Name: "takePostbackOf", Does: "Records a pasted postback. With dryRun, nothing changes and the response says what would.", Takes: pasted{}, Gives: Import{},
		}},
		{Method: http.MethodGet, Path: "/api/admin/refused-postbacks", Roles: session.Readers(), Handle: d.refused, Doc: editable.Doc{
			Name: "listRefusedPostbacksOf", Does: "Returns postbacks with a valid key that we couldn't process, kept for 30 days.", Query: append(part, advertiser), Gives: editable.Part{Of: RefusedPostback{}},
		}},
	}
}

// totals handles GET /api/admin/conversions/totals.
func (d *Desk) totals(c *gin.Context) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	totals, err := d.Store.Totals(c.Request.Context(), f)
	return httpx.JSON(c, totals, err)
}

// export handles GET /api/admin/conversions/export. It writes the list in
// batches.
func (d *Desk) export(c *gin.Context) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	f.limit, f.before = editable.MaxRecords, 0
	head := []string{"id", "advertiser", "offer", "clickId", "clickDate", "transactionId", "event", "status", "payout", "sale", "currency", "createdAt", "updatedAt"}
	return httpx.StreamCSV(c, "conversions", head, func(write func(row ...any) error) error {
		for {
			part, err := d.Store.part(c.Request.Context(), f)
			if err != nil {
				return err
			}
			for _, v := range part {
				if err := write(v.cells()...); err != nil {
					return err
				}
			}
			if len(part) < f.limit {
				return nil
			}
			f.before = part[len(part)-1].ID
		}
	})
}

// adjust handles POST /api/admin/conversions/:id/adjust.
func (d *Desk) adjust(c *gin.Context) error {
	var a Adjustment
	return d.changed(c, &a, func(id int64) error {
		return d.Store.Adjust(c.Request.Context(), session.ActorOf(c.Request.Context()), id, a)
	})
}

// chosenClick is the click that staff choose for a conversion.
type chosenClick struct {
	ClickID string `json:"clickId"`
}

// match handles POST /api/admin/conversions/:id/match.
func (d *Desk) match(c *gin.Context) error {
	var chosen chosenClick
	return d.changed(c, &chosen, func(id int64) error {
		return d.Store.MatchTo(c.Request.Context(), session.ActorOf(c.Request.Context()), id, chosen.ClickID)
	})
}

// changed returns a handler that changes a conversion according to the body,
// and returns it.
func (d *Desk) changed(c *gin.Context, body any, do func(id int64) error) error {
	id, err := idOf(c)
	if err != nil {
		return ErrNoConversion
	}
	if err := httpx.ReadStrictJSON(c, body); err != nil {
		return err
	}
	if err := do(id); err != nil {
		return err
	}
	list, _, err := d.Store.Conversions(c.Request.Context(), filter{id: id, limit: 1})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return ErrNoConversion
	}
	return httpx.JSON(c, list[0], nil)
}

// pasted is a postback pasted by staff, to test one or to correct a refused
// one.
type pasted struct {
	Sent    string `json:"sent"` // its URL, or only the parameters
	DryRun  bool   `json:"dryRun,omitempty"`
	Refused *int64 `json:"refused,omitempty"` // the refused postback that it corrects, which is then deleted
}

// maxPasted is the maximum length of a pasted postback, in bytes.
const maxPasted = 4000

// take handles POST /api/admin/advertisers/:id/postbacks.
func (d *Desk) take(c *gin.Context) error {
	id, err := idOf(c)
	if err != nil {
		return err
	}
	var body pasted
	if err := httpx.ReadStrictJSON(c, &body); err != nil {
		return err
	}
	ctx := c.Request.Context()
	advertiser, err := d.kind.Get(ctx, id)
	if err != nil {
		return err
	}
	query := strings.TrimSpace(body.Sent)
	if _, after, isAddress := strings.Cut(query, "?"); isAddress {
		query = after
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values) == 0 || len(query) > maxPasted {
		return fault.Form([]fault.Field{{Field: "sent", Message: "Paste the address that the network calls, such as https://…?clickid=…&status=…"}})
	}
	row := presetOf(advertiser.Preset).readRow(1, values.Get, id, d.Store.Currency)
	done, err := d.Store.Paste(ctx, row, body.DryRun, session.ActorOf(ctx))
	if err == nil && !body.DryRun && done.Refused > 0 {
		err = fault.Form([]fault.Field{{Field: "sent", Message: done.Rows[0].Reason}})
	}
	if err == nil && !body.DryRun && body.Refused != nil {
		err = d.Store.forgetRefused(ctx, id, *body.Refused)
	}
	return httpx.JSON(c, done, err)
}

// conversions handles GET /api/admin/conversions.
func (d *Desk) conversions(c *gin.Context) error {
	return list(c, d.Store.Conversions, func(last Conversion) int64 { return last.ID })
}

// refused handles GET /api/admin/refused-postbacks?advertiser=&after=&limit=.
func (d *Desk) refused(c *gin.Context) error {
	return list(c, d.Store.Refused, func(last RefusedPostback) int64 { return last.ID })
}
