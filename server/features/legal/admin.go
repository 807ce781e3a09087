package legal

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// MaxBody is the maximum size of a request that saves a text, in bytes.
const MaxBody = 8 * maxText

// Admin handles admins' requests.
type Admin struct {
	Store Store
	Pool  *pgxpool.Pool
}

// Draft is a text as admins edit it: the newest version, which may not be in
// effect yet.
type Draft struct {
	Page         string        `json:"page"`
	Base         int64         `json:"base"` // the number of this version
	Text         string        `json:"text"`
	Effective    string        `json:"effective"`
	IsUpcoming   bool          `json:"isUpcoming"`
	IsReviewed   bool          `json:"isReviewed"` // an admin has marked this text as reviewed by counsel
	Today        string        `json:"today"`
	Placeholders []Placeholder `json:"placeholders"`
}

// Show handles GET /api/admin/legal/:page.
func (a Admin) Show(c *gin.Context) error {
	page := c.Param("page")
	if !isPage(page) {
		return errNotFound
	}
	all, err := a.Store.history(c.Request.Context(), page)
	if err != nil {
		return err
	}
	reviewed, err := a.Store.isReviewed(c.Request.Context(), all[0])
	if err != nil {
		return err
	}
	today := calendar.Today(a.Store.Location)
	c.JSON(http.StatusOK, Draft{
		Page: page, Base: all[0].ID, Text: all[0].Text, Effective: all[0].day().String(), Today: today.String(),
		IsUpcoming: inForce(all, today) > 0, IsReviewed: reviewed, Placeholders: Placeholders(page),
	})
	return nil
}

// Save handles PUT /api/admin/legal/:page.
func (a Admin) Save(c *gin.Context) error {
	page := c.Param("page")
	if !isPage(page) {
		return errNotFound
	}
	var sent struct {
		Text      string `json:"text"`
		Effective string `json:"effective"`
		Base      int64  `json:"base"`
	}
	if err := httpx.ReadStrictJSON(c, &sent); err != nil {
		return err
	}
	v := version{Page: page, Text: strings.TrimSpace(strings.ReplaceAll(sent.Text, "\r\n", "\n"))}
	wrong := check(page, v.Text)
	day, err := calendar.Parse(sent.Effective)
	if err != nil || day.Year() > 9999 {
		wrong = append(wrong, fault.Field{Field: "effective", Message: "Enter the effective date."})
	}
	if err := fault.Form(wrong); err != nil {
		return err
	}
	v.Effective = day.Time
	if v.Shown, err = v.whole(); err != nil {
		return err
	}
	if err := a.Store.save(c.Request.Context(), v, sent.Base); err != nil {
		return err
	}
	return a.Show(c)
}

// Unreviewed handles GET /api/admin/legal. It lists the pages whose current
// text has not been marked as reviewed by counsel. All staff may see it, since
// they read the site.
func (a Admin) Unreviewed(c *gin.Context) error {
	pages, err := Unreviewed(c.Request.Context(), a.Pool, calendar.Today(a.Store.Location))
	if err != nil {
		return err
	}
	list := make([]gin.H, len(pages))
	for i, page := range pages {
		list[i] = gin.H{"page": page}
	}
	httpx.List(c, list, int64(len(list)))
	return nil
}

// Review handles PUT /api/admin/legal/:page/reviewed.
func (a Admin) Review(c *gin.Context) error {
	page := c.Param("page")
	if !isPage(page) {
		return errNotFound
	}
	var sent struct {
		Reviewed bool  `json:"reviewed"`
		Base     int64 `json:"base"`
	}
	if err := httpx.ReadStrictJSON(c, &sent); err != nil {
		return err
	}
	if err := a.Store.review(c.Request.Context(), page, sent.Base, sent.Reviewed); err != nil {
		return err
	}
	return a.Show(c)
}

// Withdraw handles DELETE /api/admin/legal/:page/upcoming.
func (a Admin) Withdraw(c *gin.Context) error {
	page := c.Param("page")
	if !isPage(page) {
		return errNotFound
	}
	if err := a.Store.withdraw(c.Request.Context(), page); err != nil {
		return err
	}
	return a.Show(c)
}
