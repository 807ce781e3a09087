package advertisers

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// conversionCalls are the calls of the conversions desk.
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
		{Name: "unknown", Rule: editable.Flag(), Doc: "Only those whose click is not known."},
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
			Name: "adjustConversionOf", Does: "Sets the status and the payout of a conversion by hand, for a reason.", Takes: Adjustment{}, Gives: Conversion{},
		}},
		{Method: http.MethodPost, Path: conversions + "/:id/match", Roles: session.Editors(), Handle: d.match, Doc: editable.Doc{
			Name: "matchConversionOf", Does: "Gives a conversion of an unknown click the click that it came from.", Takes: chosenClick{}, Gives: Conversion{},
		}},
		{Method: http.MethodPost, Path: path + "/:id/postbacks", Roles: session.Editors(), Handle: d.take, Doc: editable.Doc{
			Name: "takePostbackOf", Does: "Takes a postback that staff paste. With dryRun nothing changes, and the answer says what would.", Takes: pasted{}, Gives: Import{},
		}},
		{Method: http.MethodGet, Path: "/api/admin/refused-postbacks", Roles: session.Readers(), Handle: d.refused, Doc: editable.Doc{
			Name: "listRefusedPostbacksOf", Does: "Postbacks whose key was right, and the rest was not; for 30 days.", Query: append(part, advertiser), Gives: editable.Part{Of: RefusedPostback{}},
		}},
	}
}

// totals answers GET /api/admin/conversions/totals.
func (d *Desk) totals(c *gin.Context) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	totals, err := d.Store.Totals(c.Request.Context(), f)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, totals)
	return nil
}

// export answers GET /api/admin/conversions/export, a part of the list after
// another.
func (d *Desk) export(c *gin.Context) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	f.limit, f.before = editable.MaxRecords, 0
	head := []string{"id", "advertiser", "offer", "clickId", "clickDate", "transactionId", "event", "status", "payout", "sale", "currency", "createdAt", "updatedAt"}
	return httpx.StreamCSV(c, "conversions", head, func(write func(row ...any) error) error {
		for {
			part, _, err := d.Store.Conversions(c.Request.Context(), f)
			if err != nil {
				return err
			}
			for _, v := range part {
				day, sale := "", any("")
				if v.ClickDate != nil {
					day = *v.ClickDate
				}
				if v.Sale != nil {
					sale = amountText(*v.Sale, v.Currency)
				}
				if err := write(v.ID, v.Advertiser, v.Offer, v.ClickID, day, v.TransactionID, v.Event, string(v.Status), amountText(v.Payout, v.Currency), sale, v.Currency,
					v.CreatedAt.Format(time.RFC3339), v.UpdatedAt.Format(time.RFC3339)); err != nil {
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

// adjust answers POST /api/admin/conversions/:id/adjust.
func (d *Desk) adjust(c *gin.Context) error {
	var a Adjustment
	return d.changed(c, &a, func(id int64) error {
		return d.Store.Adjust(c.Request.Context(), session.ActorOf(c.Request.Context()), id, a)
	})
}

// chosenClick is the click that staff give a conversion.
type chosenClick struct {
	ClickID string `json:"clickId"`
}

// match answers POST /api/admin/conversions/:id/match.
func (d *Desk) match(c *gin.Context) error {
	var chosen chosenClick
	return d.changed(c, &chosen, func(id int64) error {
		return d.Store.MatchTo(c.Request.Context(), session.ActorOf(c.Request.Context()), id, chosen.ClickID)
	})
}

// changed does something to a conversion, by the body of a call, and answers with
// what became of it.
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
	c.JSON(http.StatusOK, list[0])
	return nil
}

// pasted is a postback that staff paste: to try one that a network would send,
// or to correct one that was refused.
type pasted struct {
	Sent    string `json:"sent"` // its address, or the parameters alone
	DryRun  bool   `json:"dryRun,omitempty"`
	Refused *int64 `json:"refused,omitempty"` // the refused postback that it is instead of, which then leaves the list
}

// maxPasted is how long a pasted postback may be, in bytes.
const maxPasted = 4000

// take answers POST /api/admin/advertisers/:id/postbacks.
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
	rows := []Row{presetOf(advertiser.Preset).readRow(1, values.Get, id, d.Store.Currency)}
	done, err := d.Store.Import(ctx, rows, body.DryRun, session.ActorOf(ctx).Email)
	if err == nil && !body.DryRun && done.Refused > 0 {
		err = fault.Form([]fault.Field{{Field: "sent", Message: done.Rows[0].Reason}})
	}
	if err == nil && !body.DryRun && body.Refused != nil {
		err = d.Store.forgetRefused(ctx, id, *body.Refused)
	}
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, done)
	return nil
}

// conversions answers GET /api/admin/conversions.
func (d *Desk) conversions(c *gin.Context) error {
	return list(c, d.Store.Conversions, func(last Conversion) int64 { return last.ID })
}

// refused answers GET /api/admin/refused-postbacks?advertiser=&after=&limit=.
func (d *Desk) refused(c *gin.Context) error {
	return list(c, d.Store.Refused, func(last RefusedPostback) int64 { return last.ID })
}

// list answers one part of the records that read finds; X-Next-Cursor is the
// after of the next part, if there is one.
func list[T any](c *gin.Context, read func(context.Context, filter) ([]T, int64, error), id func(last T) int64) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	part, total, err := read(c.Request.Context(), f)
	if err != nil {
		return err
	}
	if len(part) == f.limit {
		c.Header("X-Next-Cursor", strconv.FormatInt(id(part[len(part)-1]), 10))
	}
	httpx.List(c, part, total)
	return nil
}

func filterOf(c *gin.Context) (f filter, err error) {
	for name, into := range map[string]*int64{"advertiser": &f.advertiser, "after": &f.before} {
		if text := c.Query(name); text != "" {
			if *into, err = strconv.ParseInt(text, 10, 64); err != nil || *into < 1 {
				return f, fault.Form([]fault.Field{{Field: name, Message: "Please give a whole number from 1."}})
			}
		}
	}
	f.status = Status(c.Query("status"))
	if f.status != "" && presetOf("own").statuses[string(f.status)] == "" {
		return f, fault.Form([]fault.Field{{Field: "status", Message: "Please choose pending, approved, rejected or reversed."}})
	}
	if f.unknown, err = httpx.QueryBool(c, "unknown"); err != nil {
		return f, err
	}
	if f.text, err = httpx.QueryText(c, "q"); err != nil {
		return f, err
	}
	for name, into := range map[string]*calendar.Day{"from": &f.from, "to": &f.to} {
		if text := c.Query(name); text != "" {
			if *into, err = calendar.Parse(text); err != nil {
				return f, fault.Form([]fault.Field{{Field: name, Message: "Enter a date, such as 2026-04-23."}})
			}
		}
	}
	f.limit, err = httpx.QueryInt(c, "limit", editable.DefaultRecords, 1, editable.MaxRecords)
	return f, err
}
