package app

import (
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// audience is who may make a call. Without roles it is everybody, and
// credentials are not even looked at.
type audience struct{ roles []session.Role }

func everybody() audience { return audience{} }
func signedIn() audience  { return audience{session.Roles()} }
func readers() audience {
	return audience{[]session.Role{session.Admin, session.Editor, session.Marketer}}
}
func editors() audience { return audience{[]session.Role{session.Admin, session.Editor}} }
func admins() audience  { return audience{[]session.Role{session.Admin}} }

// access says who may make each call. A call that is not here is refused, so a
// new route needs a line; pages and files are for everybody.
func access() map[string]audience {
	return map[string]audience{
		"GET /api/articles":           everybody(),
		"GET /api/articles/:slug":     everybody(),
		"GET /api/listicles":          everybody(),
		"GET /api/listicles/featured": everybody(),
		"GET /api/listicles/:id":      everybody(),

		"GET /api/offers":                everybody(),
		"GET /api/hot-offers":            everybody(),
		"GET /api/content/pages/:slug":   everybody(),
		"GET /api/content/:slug/offers":  everybody(),
		"GET /api/coreg/:slug/questions": everybody(),
		"GET /api/daily-offers":          everybody(),

		"POST /api/offer-interactions":        everybody(),
		"POST /api/hot-offers/track-view":     everybody(),
		"POST /api/hot-offers/track-click":    everybody(),
		"POST /api/content/:slug/track-view":  everybody(),
		"POST /api/content/:slug/track-click": everybody(),
		"POST /api/coreg/:slug/track-view":    everybody(),
		"POST /api/coreg/:slug/track-click":   everybody(),
		"POST /api/daily-offers/click":        everybody(),

		"POST /api/subscribers":         everybody(),
		"POST /api/subscribers/confirm": everybody(),
		"GET /api/consents":             everybody(),
		"POST /api/contact":             everybody(),
		"POST /api/unsubscribe":         everybody(),
		"GET /api/preferences":          everybody(),
		"PUT /api/preferences":          everybody(),
		"POST /api/preferences/link":    everybody(),

		"GET /api/auth/providers":          everybody(),
		"GET /api/auth/login":              everybody(),
		"GET /api/auth/:provider":          everybody(),
		"GET /api/auth/:provider/callback": everybody(),
		"POST /api/auth/logout":            everybody(),
		"GET /api/auth/user":               signedIn(),
		"GET /api/auth/newsletter":         signedIn(),
		"GET /api/auth/avatar":             signedIn(),

		"GET /api/admin/users":         admins(),
		"POST /api/admin/users":        admins(),
		"PUT /api/admin/users/:id":     admins(),
		"GET /api/admin/tokens":        admins(),
		"POST /api/admin/tokens":       admins(),
		"DELETE /api/admin/tokens/:id": admins(),
		"GET /api/admin/audit":         admins(),

		"GET /api/content/pages":                   readers(),
		"POST /api/content/pages":                  editors(),
		"PUT /api/content/pages/:slug":             editors(),
		"GET /api/content/offers":                  readers(),
		"POST /api/content/offers":                 editors(),
		"POST /api/content/offers/batch":           editors(),
		"PUT /api/content/offers/:id":              editors(),
		"DELETE /api/content/offers/:id":           editors(),
		"POST /api/content/offers/:id/restore":     editors(),
		"POST /api/content/bulk-import":            editors(),
		"GET /api/content/:slug/analytics":         readers(),
		"GET /api/content/:slug/analytics/summary": readers(),
		"GET /api/content/:slug/analytics/offers":  readers(),

		"GET /api/admin/offers":              readers(),
		"POST /api/admin/offers":             editors(),
		"POST /api/admin/offers/batch":       editors(),
		"PUT /api/admin/offers/:id":          editors(),
		"DELETE /api/admin/offers/:id":       editors(),
		"POST /api/admin/offers/:id/restore": editors(),

		"GET /api/admin/daily-offers":              readers(),
		"POST /api/admin/daily-offers":             editors(),
		"POST /api/admin/daily-offers/batch":       editors(),
		"PUT /api/admin/daily-offers/:id":          editors(),
		"DELETE /api/admin/daily-offers/:id":       editors(),
		"POST /api/admin/daily-offers/:id/restore": editors(),

		"GET /api/admin/questions":              readers(),
		"POST /api/admin/questions":             editors(),
		"POST /api/admin/questions/batch":       editors(),
		"PUT /api/admin/questions/:id":          editors(),
		"DELETE /api/admin/questions/:id":       editors(),
		"POST /api/admin/questions/:id/restore": editors(),
	}
}

// audienceOf is who may use a route. Known is false when nobody said.
func audienceOf(table map[string]audience, method, route string) (who audience, known bool) {
	if !strings.HasPrefix(route, "/api/") {
		return everybody(), true
	}
	who, known = table[method+" "+route]
	return who, known
}

// guard holds every request to the table. It goes by the route that will
// answer, so no spelling of a path gets around it.
func guard(sessions *session.Store, cookies session.Cookies) gin.HandlerFunc {
	table := access()
	return func(c *gin.Context) {
		route := c.FullPath()
		if route == "" {
			return // nothing answers there
		}
		who, known := audienceOf(table, c.Request.Method, route)
		if !known {
			httpx.Fail(c, fault.New(fault.Forbidden, "Nobody may make this call."))
			return
		}
		if len(who.roles) == 0 {
			return
		}
		c.Header("Cache-Control", "no-store")
		actor, err := sessions.Who(c.Request, cookies)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) && cookies.Session(c.Request) != "" && c.GetHeader("Authorization") == "" {
				cookies.ClearSession(c.Writer)
			}
			httpx.Fail(c, err)
			return
		}
		if !who.includes(actor.Role) {
			httpx.Fail(c, fault.New(fault.Forbidden, "You are signed in, but your role does not permit this."))
			return
		}
		c.Request = c.Request.WithContext(session.With(c.Request.Context(), actor))
	}
}

func (a audience) includes(role session.Role) bool {
	for _, r := range a.roles {
		if r == role {
			return true
		}
	}
	return false
}
