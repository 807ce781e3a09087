package app

import (
	"strings"
	"testing"

	"thriftwell/server/platform/session"
)

// Every call is in the table, and the table names no other.
func TestEveryCallSaysWhoMayMakeIt(t *testing.T) {
	s := openSite(t)
	engine, err := s.routes()
	if err != nil {
		t.Fatal(err)
	}
	table, answered := access(), map[string]bool{}
	for _, r := range engine.Routes() {
		answered[r.Method+" "+r.Path] = true
		if _, known := audienceOf(table, r.Method, r.Path); !known {
			t.Errorf("%s %s is missing in access.go", r.Method, r.Path)
		}
	}
	for call := range table {
		if !answered[call] {
			t.Errorf("access.go names %s, but nothing answers it", call)
		}
	}
}

// spellings gives other ways to write a path that some servers take for the
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

// For each call behind a role: nobody, visitor, marketer, editor and admin, by
// cookie and by token, in every spelling. Whoever is not permitted gets 401 or
// 403, or 404 and 405 where a spelling names nothing.
func TestOnlyThosePermittedGetThrough(t *testing.T) {
	s := openSite(t)
	who := map[string][]string{"nobody": nil}
	for _, role := range []string{"visitor", "marketer", "editor"} { // an admin's calls might change what the next ones see
		who[role] = []string{"Cookie", s.signIn(role)}
		who[role+" by token"] = []string{"Authorization", "Bearer " + s.token(session.Role(role))}
	}
	tried := 0
	for call, audience := range access() {
		if len(audience.roles) == 0 {
			continue
		}
		method, route, _ := strings.Cut(call, " ")
		for name, headers := range who {
			permitted := false
			for _, r := range audience.roles {
				permitted = permitted || strings.HasPrefix(name, string(r))
			}
			if permitted {
				continue
			}
			for i, path := range spellings(strings.NewReplacer(":id", "999999", ":slug", "hot-offers").Replace(route)) {
				tried++
				a := s.call(method, path, "", headers...)
				want := 403
				if name == "nobody" {
					want = 401
				}
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

func TestThePermittedGetThrough(t *testing.T) {
	s := openSite(t)
	who := map[string]string{}
	for _, role := range []string{"visitor", "marketer", "editor", "admin"} {
		who[role] = s.signIn(role)
	}
	for call, audience := range access() {
		method, route, _ := strings.Cut(call, " ")
		for _, role := range audience.roles {
			a := s.call(method, strings.NewReplacer(":id", "999999", ":slug", "hot-offers").Replace(route), "", "Cookie", who[string(role)])
			if a.Status == 401 || a.Status == 403 || a.Status >= 500 {
				t.Errorf("%s as %s: %d %s", call, role, a.Status, a.Body)
			}
		}
	}
}

func TestAWriteFromAnotherSiteIsRefused(t *testing.T) {
	s := openSite(t)
	admin := s.signIn("admin")
	for call, audience := range access() {
		method, route, _ := strings.Cut(call, " ")
		if method == "GET" || len(audience.roles) == 0 {
			continue
		}
		a := s.call(method, strings.ReplaceAll(route, ":id", "1"), "{}", "Cookie", admin, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
		if a.Status != 403 {
			t.Errorf("%s: %d", call, a.Status)
		}
	}
	if a := s.call("POST", "/api/auth/logout", "", "Cookie", admin, "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("logout: %d", a.Status)
	}
	if a := s.user("Cookie", admin); a.Status != 200 {
		t.Errorf("signed out by another site: %d", a.Status)
	}
}
