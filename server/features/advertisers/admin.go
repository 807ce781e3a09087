package advertisers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

const path = "/api/admin/advertisers"

// Desk is where staff keep advertisers and see to what they report.
type Desk struct {
	editable.Records
	Store   Store
	BaseURL string
	kind    editable.Kind[Advertiser, Advertiser]
}

// Advertisers declares the advertisers.
func Advertisers(site editable.Site, store Store, baseURL string) *Desk {
	d := &Desk{Store: store, BaseURL: baseURL}
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
		Fields: []editable.Field{
			{Column: "name", Label: "Name", Rule: editable.Line(maxName), Required: "Please enter a name.", Taken: "Another advertiser has this name."},
			{Column: "preset", Label: "Preset", Rule: preset, Initial: "own", Options: []string{"Ours", "Keitaro", "RedTrack", "Voluum", "Binom", "Affise", "Everflow", "Impact"}, Hint: "Which network's parameter names it uses"},
			{Column: "note", Label: "Note", Rule: editable.Text(maxNote)},
			editable.Active("When off, its postbacks are rejected"),
		},
		New: &editable.Call{Method: http.MethodPost, Path: path, Roles: session.Editors(), Handle: d.create, Doc: editable.Doc{
			Name: "create", Does: "Adds an advertiser and returns its postback key and address, which are shown only once.", Takes: editable.Input{}, Status: http.StatusCreated, Gives: AdvertiserWithKey{},
		}},
		More: []editable.Call{
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

// AdvertiserWithKey is an advertiser with a new key, which is shown this once.
type AdvertiserWithKey struct {
	Advertiser
	PostbackKey string `json:"postbackKey"` // only a hash of it is kept
	// PostbackAddress is what the network is given to call, with its macros.
	PostbackAddress string `json:"postbackAddress"`
}

func (d *Desk) withKey(a Advertiser, key string) AdvertiserWithKey {
	return AdvertiserWithKey{a, key, fmt.Sprintf("%s/postback/%s?%s", d.BaseURL, key, presetOf(a.Preset).address)}
}

// create answers POST.
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

// rotate answers POST …/:id/rotate-key.
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

// importDeadline is for how long an import may take.
const importDeadline = 30 * time.Second

// importReport answers POST …/:id/import?dryRun= with a CSV, as the body or as
// the file of a form.
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
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, done)
	return nil
}

// sentFile returns the CSV of a request.
func sentFile(c *gin.Context) ([]byte, error) {
	switch c.ContentType() {
	case "text/csv", gin.MIMEPlain:
		return io.ReadAll(c.Request.Body)
	case gin.MIMEMultipartPOSTForm:
		file, _, err := c.Request.FormFile("file")
		if tooLarge := new(http.MaxBytesError); err != nil && !errors.As(err, &tooLarge) {
			err = fault.Form([]fault.Field{{Field: "file", Message: "Choose a file."}})
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(file)
	}
	return nil, fault.New(fault.UnsupportedType, "Send a CSV (Content-Type: text/csv) or a form with a file.")
}

func idOf(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0, ErrNotFound
	}
	return id, nil
}
