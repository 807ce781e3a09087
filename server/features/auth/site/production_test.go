package site_test

import (
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestProductionHasNoDevelopmentTools(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, sitetest.Production()...)
	for _, path := range []string{"/metrics", "/dev/mail", "/dev/gallery", "/dev/reload", "/dev/sign-in", "/api/auth/dev"} {
		for _, token := range []string{"", "x"} {
			if a := s.Get(path, "Host", "localhost", "Authorization", "Bearer "+token); a.Status == 200 || a.Status == 302 || a.Status == 401 {
				t.Fatalf("%s with the token %q: %d", path, token, a.Status)
			}
		}
	}
}
