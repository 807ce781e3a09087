package legal

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/markdown"
)

// HTTP handles public requests.
type HTTP struct{ Store Store }

// Text is a version as shown to readers.
type Text struct {
	Page      string             `json:"page"`
	Effective string             `json:"effective"`
	HTML      string             `json:"html"`
	TOC       []markdown.Heading `json:"toc"`
	IsCurrent bool               `json:"isCurrent"`
	Versions  []string           `json:"versions"` // effective dates of current and past versions, newest first
}

// Get handles GET /api/legal/:page?version=.
func (h HTTP) Get(c *gin.Context) error {
	page := c.Param("page")
	if !isPage(page) {
		return errNotFound
	}
	httpx.Tag(c, Tag)
	all, err := h.Store.history(c.Request.Context(), page)
	if err != nil {
		return err
	}
	all = all[inForce(all, calendar.Today(h.Store.Location)):]
	at := 0
	if day := c.Query("version"); day != "" {
		at = slices.IndexFunc(all, func(v version) bool { return v.day().String() == day })
	}
	if at < 0 {
		return errNotFound
	}
	text := all[at].Shown
	if at == 0 || text == "" {
		if text, err = all[at].whole(); err != nil {
			return err
		}
	}
	t := Text{Page: page, Effective: all[at].day().String(), IsCurrent: at == 0}
	for _, v := range all {
		t.Versions = append(t.Versions, v.day().String())
	}
	if t.HTML, t.TOC, err = markdown.Article(text, nil); err != nil {
		return err
	}
	c.JSON(http.StatusOK, t)
	return nil
}
