package settings

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/notify"
)

// Admin handles staff requests.
type Admin struct {
	Store Store
	Bus   *notify.Bus
}

// Show handles GET /api/admin/settings.
func (a Admin) Show(c *gin.Context) error {
	values, err := a.Store.Load(c.Request.Context())
	return httpx.JSON(c, values, err)
}

// Save handles PUT /api/admin/settings. Settings left out don't change.
func (a Admin) Save(c *gin.Context) error {
	var sent Values
	if err := httpx.ReadStrictJSON(c, &sent); err != nil {
		return err
	}
	values, err := checked(sent)
	if err != nil {
		return err
	}
	after, err := a.Store.save(c.Request.Context(), a.Bus, values)
	return httpx.JSON(c, after, err)
}

// checked returns the normalized values.
func checked(sent Values) (Values, error) {
	var check form.Checker
	out := Values{}
	for _, s := range declared() {
		if value, named := sent[s.name]; named {
			out[s.name] = s.check(&check, s.name, value)
		}
	}
	if len(out) < len(sent) {
		return nil, fault.New(fault.Invalid, "Unknown setting.")
	}
	return out, check.Err()
}
