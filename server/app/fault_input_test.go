package app

import (
	"net/url"
	"strings"
	"testing"

	"thriftwell/server/platform/session"
)

// Values that have broken programs before, each as a path's part and as a query's value.
func oddValues() []string {
	return []string{
		"%00", "a%00b", "%ff%fe", "-1", "0", "99999999999999999999", "1e9", "NaN", "1.5", "%25", "_", "%5C", "..%2f..%2fetc", "%27%20OR%201%3D1--",
		"%F0%9F%92%B8", "%E2%80%AE", "null", "true", "%7B%7D", strings.Repeat("x", 2_000), strings.Repeat("%C3%A9", 300), "%0d%0aSet-Cookie:%20x=1",
	}
}

// Bodies likewise.
func oddBodies() []string {
	return []string{
		"", " ", "{", "[]", "null", "0", `"x"`, "{}", `{"id":-1,"offerId":-1,"questionId":1e99,"page":99999999999999999999}`, `{"email":null,"slug":[],"name":{}}`,
		`{"email":"a\u0000b@x.example","slug":"a\u0000","title":"\u0000","offerId":"\u0000"}`, strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000),
		`{"email":"` + strings.Repeat("x", 60_000) + `"}`, strings.Repeat("x", 70_000), "\xff\xfe", `{"order":[null,-1,"x"],"offers":[{}],"ids":["x"]}`,
	}
}

// Every route in every method, for nobody and for an admin: what a client sends
// may be refused, but breaks nothing.
func TestNothingThatAClientSendsGetsA500(t *testing.T) {
	s := openSite(t, "RENDER_WORKERS=2")
	engine, err := s.routes()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	try := func(method, path, body string, headers ...string) {
		tried++
		a := s.call(method, path, body, headers...)
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
	admin := []string{"Authorization", "Bearer " + s.token(session.Admin)}
	for _, r := range engine.Routes() {
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
