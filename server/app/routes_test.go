package app

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer/imports"
)

func TestRoutesMatchTheTable(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	named := map[string]bool{}
	for _, r := range routes(s.services) {
		for _, method := range strings.Fields(r.methods) {
			if named[method+" "+r.path] {
				t.Errorf("%s %s is listed twice", method, r.path)
			}
			named[method+" "+r.path] = true
		}
	}
	for _, r := range s.site.Handler.(*gin.Engine).Routes() {
		if !named[r.Method+" "+r.Path] {
			t.Errorf("%s %s is answered, but not listed", r.Method, r.Path)
		}
		delete(named, r.Method+" "+r.Path)
	}
	for route := range named {
		t.Errorf("%s is listed, but not answered", route)
	}
}

// A route or kind of record without an audience is closed.
func TestRoutesAreClosedByDefault(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	engine, err := newEngine(s.services, []route{{"GET", "/", audience{}, noStore(), apiLimits(), healthz}})
	if err != nil {
		t.Fatal(err)
	}
	r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
	r.Header.Set("Authorization", "Bearer "+s.Token(session.Admin))
	if engine.ServeHTTP(w, r); w.Code != 403 {
		t.Errorf("an admin got %d", w.Code)
	}
}

// calls returns the routes that require a role, one for each method.
func (s *testSite) calls() (out []route) {
	for _, r := range routes(s.services) {
		if len(r.who.roles) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// spellings returns other spellings of a path that some servers treat as the
// same.
func spellings(path string) []string {
	last := path[strings.LastIndexByte(path, '/')+1:]
	return []string{
		path, path + "/", path + "//", "/" + path, strings.Replace(path, "/api/", "/api//", 1), strings.Replace(path, "/api/", "/API/", 1),
		strings.ToUpper(path), strings.Replace(path, "/api/", "/%61pi/", 1), strings.Replace(path, "/api/", "/api%2F", 1),
		strings.TrimSuffix(path, last) + "%" + hex(last[0]) + last[1:], strings.Replace(path, "/api/", "/api/./", 1),
		strings.Replace(path, "/api/", "/api/x/../", 1), path + ";x=1", path + "%20", path + "%00", path + "?x=1", path + ".json",
	}
}

func hex(b byte) string { return string("0123456789ABCDEF"[b>>4]) + string("0123456789ABCDEF"[b&15]) }

// Each call that requires a role is tried without credentials, which must get
// 401, and as each other role, by cookie and by token, which must get 403.
// Without credentials, other spellings of its path are tried too: one that
// matches no route gets 301, 400, 404 or 405.
func TestCallsRejectOtherRoles(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	who := map[string][]string{"nobody": nil}
	for _, role := range []string{"visitor", "marketer", "editor"} { // an admin's calls might affect later ones
		who[role] = []string{"Cookie", s.SignIn(role)}
		who[role+" by token"] = []string{"Authorization", "Bearer " + s.Token(session.Role(role))}
	}
	tried := 0
	for _, r := range s.calls() {
		method, route := r.methods, r.path
		for name, headers := range who {
			permitted := false
			for _, role := range r.who.roles {
				permitted = permitted || strings.HasPrefix(name, string(role))
			}
			if permitted {
				continue
			}
			paths, want := spellings(strings.NewReplacer(":id", "999999", ":slug", "hot-offers").Replace(route)), 401
			if name != "nobody" {
				paths, want = paths[:1], 403
			}
			for i, path := range paths {
				tried++
				a := s.Call(method, path, "", headers...)
				if a.Status != want && (i == 0 || a.Status != 404 && a.Status != 405 && a.Status != 301 && a.Status != 400) {
					t.Errorf("%s %s as %s: %d", method, path, name, a.Status)
				}
				if strings.Contains(a.Body, `"id"`) {
					t.Errorf("%s %s as %s answers %.100s", method, path, name, a.Body)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("tried only %d calls", tried)
	}
}

func TestCallsAcceptTheirRoles(t *testing.T) {
	t.Parallel()
	s := openSite(t, noPages)
	who := map[string]string{}
	for _, role := range []string{"visitor", "marketer", "editor", "admin"} {
		who[role] = s.SignIn(role)
	}
	for _, r := range s.calls() {
		method, route := r.methods, r.path
		path := strings.NewReplacer(":id", "999999", ":slug", "hot-offers").Replace(route)
		if route == "/api/admin/imports" {
			path += "?what=offers" // other imports are for admins
		}
		for _, role := range r.who.roles {
			a := s.Call(method, path, "", "Cookie", who[string(role)])
			if a.Status == 401 || a.Status == 403 || a.Status >= 500 {
				t.Errorf("%s %s as %s: %d %s", method, route, role, a.Status, a.Body)
			}
		}
	}
}

func TestCrossSiteWritesAreRejected(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	admin := s.SignIn("admin")
	for _, r := range s.calls() {
		method, route := r.methods, r.path
		if method == "GET" {
			continue
		}
		a := s.Call(method, strings.ReplaceAll(route, ":id", "1"), "{}", "Cookie", admin, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
		if a.Status != 403 {
			t.Errorf("%s %s: %d", method, route, a.Status)
		}
	}
	if a := s.Call("POST", "/api/auth/logout", "", "Cookie", admin, "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("logout: %d", a.Status)
	}
	if a := s.User("Cookie", admin); a.Status != 200 {
		t.Errorf("signed out by another site: %d", a.Status)
	}
}

// oddValues returns values that have broken programs before, for parts of a
// path and for query values.
func oddValues() []string {
	return []string{
		"%00", "a%00b", "%ff%fe", "-1", "0", "99999999999999999999", "1e9", "NaN", "1.5", "%25", "_", "%5C", "..%2f..%2fetc", "%27%20OR%201%3D1--",
		"%F0%9F%92%B8", "%E2%80%AE", "null", "true", "%7B%7D", strings.Repeat("x", 2_000), strings.Repeat("%C3%A9", 300), "%0d%0aSet-Cookie:%20x=1",
	}
}

// oddBodies returns bodies that have broken programs before.
func oddBodies() []string {
	return []string{
		"", " ", "{", "[]", "null", "0", `"x"`, "{}", `{"id":-1,"offerId":-1,"questionId":1e99,"page":99999999999999999999}`, `{"email":null,"slug":[],"name":{}}`,
		`{"email":"a\u0000b@x.example","slug":"a\u0000","title":"\u0000","offerId":"\u0000"}`, strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000),
		`{"email":"` + strings.Repeat("x", 60_000) + `"}`, strings.Repeat("x", 70_000), "\xff\xfe", `{"order":[null,-1,"x"],"offers":[{}],"ids":["x"]}`,
	}
}

// Every route is called with every method, as nobody and as an admin. Requests
// may be rejected, but must not cause a server error.
func TestOddInputCausesNoServerError(t *testing.T) {
	long(t)
	s := openSite(t, "RENDER_WORKERS=2", "TRUSTED_PROXIES=127.0.0.1")
	tried := 0
	try := func(method, path, body string, headers ...string) {
		tried++
		if method != "GET" { // too many from one visitor would be rejected unread
			headers = append(slices.Clone(headers), "X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", tried/250, tried%250))
		}
		a := s.Call(method, path, body, headers...)
		if a.Status >= 500 {
			t.Errorf("%s %.120s with %.60q: %d %.300s", method, path, body, a.Status, a.Body)
		}
		if strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/api/auth/") && a.Status >= 400 && !strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") {
			t.Errorf("%s %.120s: %d as %s", method, path, a.Status, a.Header.Get("Content-Type"))
		}
		if a.Header.Get("X") != "" || strings.Contains(a.Header.Get("Set-Cookie"), "x=1") {
			t.Errorf("%s %.120s: a header was smuggled in", method, path)
		}
	}
	admin := []string{"Authorization", "Bearer " + s.Token(session.Admin)}
	for _, r := range s.site.Handler.(*gin.Engine).Routes() {
		if r.Method == "HEAD" || r.Path == "/metrics" || r.Path == "/dev/reload" { // the last one never ends
			continue
		}
		who := [][]string{nil}
		if strings.HasPrefix(r.Path, "/api/") {
			who = append(who, admin)
		}
		for _, headers := range who {
			for _, value := range oddValues() {
				parts := strings.Split(r.Path, "/")
				for i, part := range parts {
					if strings.HasPrefix(part, ":") || strings.HasPrefix(part, "*") {
						parts[i] = value
					}
				}
				path := strings.Join(parts, "/")
				query := url.Values{}
				for _, name := range []string{"q", "category", "page", "limit", "offset", "featured", "pageId", "id", "days", "subid", "url", "aid", "eid", "from", "to", "sort"} {
					query.Set(name, "@")
				}
				if r.Method == "GET" {
					try(r.Method, path+"?"+strings.ReplaceAll(query.Encode(), "%40", value), "", headers...)
				} else {
					try(r.Method, path, "{}", headers...)
				}
			}
			if r.Method == "GET" {
				continue
			}
			for _, body := range oddBodies() {
				try(r.Method, strings.NewReplacer(":slug", "hot-offers", ":id", "1").Replace(r.Path), body, headers...)
			}
		}
	}
	t.Logf("%d requests", tried)
}

// The audit log can be filtered by every kind that is ever logged, and by no
// other.
func TestTheAuditLogOffersTheKindsThatAreLogged(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	s, doc := openSite(t, noPages), sitetest.Contract(t)
	admin := s.As("admin")
	visitor := s.As("visitor")
	page := admin.Edit("POST", "/api/content/pages", sitetest.M{"title": "x", "slug": "x"})
	for path, body := range map[string]sitetest.M{
		"/api/content/offers":     {"title": "x", "url": "https://x.example.com", "pageId": page.ID},
		"/api/admin/offers":       {"title": "x", "targetUrl": "https://x.example.com", "type": "phone"},
		"/api/admin/daily-offers": {"title": "x", "link": "https://x.example.com"},
		"/api/admin/questions":    {"question": "x", "pageId": page.ID},
		"/api/admin/users":        {"email": "invited@reader.example", "role": "editor"},
		"/api/admin/revocations":  {"email": "x@reader.example", "means": "phone"},
		"/api/admin/tokens":       {"name": "nightly export", "role": "editor"},
	} {
		sitetest.Must[sitetest.M](admin, "POST", path, body)
	}
	me := sitetest.Decode[struct{ ID any }](t, visitor.Do("GET", "/api/auth/user", nil).Body)
	sitetest.Must[sitetest.M](admin, "PUT", fmt.Sprint("/api/admin/users/", me.ID), sitetest.M{"role": "marketer"})
	sitetest.Must[sitetest.M](admin, "PUT", "/api/admin/optimiser/daily", sitetest.M{"live": true})
	sitetest.Must[sitetest.M](admin, "PUT", "/api/admin/settings", sitetest.M{"figures.tips": "9"})
	terms := sitetest.Must[struct {
		Text, Today string
		Base        int64
	}](admin, "GET", "/api/admin/legal/terms", nil)
	sitetest.Must[sitetest.M](admin, "PUT", "/api/admin/legal/terms", sitetest.M{"text": terms.Text, "effective": terms.Today, "base": terms.Base})
	terms = sitetest.Must[struct {
		Text, Today string
		Base        int64
	}](admin, "GET", "/api/admin/legal/terms", nil)
	sitetest.Must[sitetest.M](admin, "PUT", "/api/admin/legal/terms/reviewed", sitetest.M{"reviewed": true, "base": terms.Base})
	if a := admin.Do("POST", "/api/admin/export", nil); a.Status != 200 {
		t.Errorf("export: %d %s", a.Status, a.Body)
	}
	s.Send("/api/contact", sitetest.Note())
	message := sitetest.Must[[]struct{ ID string }](admin, "GET", "/api/admin/messages", nil)[0]
	sitetest.Must[sitetest.M](admin, "PUT", "/api/admin/messages/"+message.ID, sitetest.M{"answered": true, "version": 1})
	s.Send("/api/subscribers", sitetest.Jane())
	reader := sitetest.Must[[]struct{ ID string }](admin, "GET", "/api/admin/subscribers", nil)[0]
	sitetest.Must[sitetest.M](admin, "POST", "/api/admin/subscribers/"+reader.ID+"/erasure", sitetest.M{"email": "jane@example.com"})
	if a := visitor.Do("GET", "/api/admin/users", nil); a.Status != 401 { // its role changed, which ended the session
		t.Errorf("%d", a.Status)
	}
	if a := s.As("marketer").Do("GET", "/api/admin/users", nil); a.Status != 403 {
		t.Errorf("%d", a.Status)
	}
	if _, _, err := s.People.Reseal(t.Context(), s.DB.Pool); err != nil {
		t.Fatal(err)
	}
	var logged []string
	if err := s.DB.Gorm.Raw("SELECT DISTINCT kind FROM audit_log ORDER BY kind").Scan(&logged).Error; err != nil {
		t.Fatal(err)
	}
	a := admin.Do("GET", "/api/admin/audit/kinds", nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/audit/kinds", a)
	offered := sitetest.Decode[[]string](t, a.Body)
	for _, kind := range s.kinds {
		logged = append(logged, kind.Kind())
	}
	logged = append(logged, imports.OffersKind) // as the tests of such imports show
	slices.Sort(logged)
	if want := slices.Compact(logged); !slices.Equal(offered, want) {
		t.Errorf("offered kinds %q, logged %q", offered, want)
	}
}

func TestUnknownCallsReturnProblemJSON(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for path, want := range map[string]int{"/api/nothing": 404, "/api": 404} {
		a := s.Get(path)
		if a.Status != want || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", path, a.Status, a.Header.Get("Content-Type"))
		}
	}
	if a := s.Call("POST", "/api/articles", "{}"); a.Status != 405 {
		t.Errorf("POST /api/articles: %d", a.Status)
	}
}

// Only admins see personal data and credentials, and only they export the
// magazine.
func TestEditorsSeeNoPersonalDataTokensOrExports(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for _, role := range []string{"editor", "marketer"} {
		member := s.As(role)
		for _, call := range []string{
			"GET /api/admin/users", "GET /api/admin/invitations", "GET /api/admin/tokens", "POST /api/admin/tokens", "GET /api/admin/subscribers",
			"GET /api/admin/subscribers/1", "GET /api/admin/messages", "GET /api/admin/messages/summary", "POST /api/admin/revocations", "GET /api/admin/audit",
			"POST /api/admin/audit/1/restore", "GET /api/admin/imports", "POST /api/admin/imports", "GET /api/admin/exports", "POST /api/admin/export",
			"GET /api/admin/legal/privacy", "PUT /api/admin/legal/privacy", "PUT /api/admin/legal/privacy/reviewed", "GET /api/admin/settings",
		} {
			method, path, _ := strings.Cut(call, " ")
			if a := member.Do(method, path, nil); a.Status != 403 {
				t.Errorf("%s as %s: %d %.100s", call, role, a.Status, a.Body)
			}
		}
	}
}
