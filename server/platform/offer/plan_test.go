package offer_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

// disclaimer is that of 42 CFR 422.2267(e)(41) for who does not sell all plans.
const disclaimer = "We do not offer every plan available in your area. Currently we represent 3 organizations which offer 12 products in your area. " +
	"Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options."

func healthPlansShowTheDisclaimerAndGetNoVisitorData(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	for _, k := range kinds(s) {
		address := "link"
		for _, name := range []string{"url", "targetUrl"} {
			if _, has := k.body[name]; has {
				address = name
			}
		}
		plan := sitetest.M{"category": "health-plan", "planOrganizations": 3, "planProducts": 12}
		refused := func(method, path string, body sitetest.M, field, words string) {
			t.Helper()
			if a := ed.Do(method, path, body); a.Status != 400 || !strings.Contains(a.Body, `"field":"`+field+`"`) || !strings.Contains(a.Body, words) {
				t.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
			}
		}
		refused("POST", k.path, k.with(sitetest.M{"category": "health-plan", "planProducts": 12}), "planOrganizations", "Medicare’s disclaimer")
		refused("POST", k.path, k.with(sitetest.M{"category": "health-plan", "planOrganizations": 3}), "planProducts", "Medicare’s disclaimer")
		made := sitetest.Must[struct {
			ID         int64
			Disclaimer string
		}](ed, "POST", k.path, k.with(plan))
		if made.Disclaimer != disclaimer {
			t.Errorf("%s: %q", k.path, made.Disclaimer)
		}
		at := fmt.Sprint(k.path, "/", made.ID)
		refused("PUT", at, sitetest.M{address: "https://partner.example.com/?z=%7BZIP%7D"}, address, "send visitor data")
		refused("PUT", at, sitetest.M{"planProducts": nil}, "planProducts", "Medicare’s disclaimer")
		if a := ed.Do("PUT", at, sitetest.M{address: "https://partner.example.com/?s={sourceid}&c={clickid}"}); a.Status != 200 {
			t.Errorf("%s without visitor data: %d %s", at, a.Status, a.Body)
		}
		plain := sitetest.Must[struct{ ID int64 }](ed, "POST", k.path, k.with(sitetest.M{address: "https://partner.example.com/?p={phone}"}))
		refused("PUT", fmt.Sprint(k.path, "/", plain.ID), plan, address, "{phone}")
	}
	if a := s.Get("/api/hot-offers"); !strings.Contains(a.Body, disclaimer) {
		t.Errorf("the page has no disclaimer: %s", a.Body)
	}
}
