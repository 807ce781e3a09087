package site_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/revisions"
)

func revisionIsRestored(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane("email", "revisions@example.com"))
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "As it was", "body": "First."})
	save := func(by sitetest.Member, body sitetest.M) {
		t.Helper()
		l = sitetest.Must[campaigns.Email](by, "PUT", at(emails, l.Campaign, ""), body)
	}
	save(p, sitetest.M{"body": "T", "autosave": true})
	save(p, sitetest.M{"body": "Typing", "audience": sitetest.M{"frequency": "weekly"}, "autosave": true})
	save(p, sitetest.M{"scheduledAt": time.Now().AddDate(1, 0, 0)})
	save(s.As("admin"), sitetest.M{"subject": "As it is", "status": "scheduled"})

	list := p.Do("GET", at(emails, l.Campaign, "/revisions"), nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/letters/{id}/revisions", list)
	kept, told := sitetest.Decode[[]revisions.Revision](t, list.Body), []string{}
	for _, r := range kept {
		told = append(told, r.Actor[:strings.Index(r.Actor, "@")]+": "+strings.Join(r.Changed, " "))
	}
	if got := strings.Join(told, ", "); got != "admin: subject, editor: body audience, editor: " {
		t.Fatalf("the revisions are %s", got)
	}
	first := fmt.Sprint(at(emails, l.Campaign, "/revisions/"), kept[2].ID)
	sitetest.Agrees(t, doc, "GET", "/api/admin/letters/{id}/revisions/{revision}", p.Do("GET", first, nil))
	if a := p.Do("POST", first+"/restore", sitetest.M{"version": 1}); a.Status != 409 {
		t.Errorf("over an unseen version: %d", a.Status)
	}
	if a := s.As("marketer").Do("POST", first+"/restore", nil); a.Status != 403 {
		t.Errorf("a marketer restores: %d", a.Status)
	}
	restored := p.Do("POST", first+"/restore", sitetest.M{"version": l.Version})
	sitetest.Agrees(t, doc, "POST", "/api/admin/letters/{id}/revisions/{revision}/restore", restored)
	l = sitetest.Decode[campaigns.Email](t, restored.Body)
	if l.Status != campaigns.Draft || l.Subject != "As it was" || l.Body != "First." || l.Audience.Frequency != "" || l.ScheduledAt == nil {
		t.Errorf("restored %+v", l)
	}

	save(p, sitetest.M{"scheduledAt": nil})
	sitetest.Must[campaigns.Email](p, "POST", at(emails, l.Campaign, "/send"), nil)
	isSent(p, l)
	if a := p.Do("POST", first+"/restore", nil); a.Status != 409 {
		t.Errorf("a sent email is changed: %d %s", a.Status, a.Body)
	}
}
