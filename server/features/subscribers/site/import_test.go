package site_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

// sendFile imports a file as a member of staff.
func sendFile(m sitetest.Member, file, dryRun string) sitetest.Answer {
	m.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "list.csv")
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err == nil && dryRun != "" {
		err = form.WriteField("dryRun", dryRun) // after the file, as clients may do
	}
	if err != nil || form.Close() != nil {
		m.T.Fatal(err)
	}
	return m.Call("POST", desk+"/import", body.String(), "Cookie", m.Cookie, "Content-Type", form.FormDataContentType())
}

// imported imports a file and requires success.
func imported(m sitetest.Member, file, dryRun string) subscribers.Imported {
	m.T.Helper()
	a := sendFile(m, file, dryRun)
	if a.Status != 200 {
		m.T.Fatalf("%d %s", a.Status, a.Body)
	}
	return sitetest.Decode[subscribers.Imported](m.T, a.Body)
}

// find returns the subscriber with an address, as shown to staff.
func find(m sitetest.Member, email string) (subscribers.Shown, bool) {
	m.T.Helper()
	found := sitetest.Must[[]subscribers.Listed](m, "GET", desk+"?q="+url.QueryEscape(email), nil)
	if len(found) == 0 {
		return subscribers.Shown{}, false
	}
	return sitetest.Must[subscribers.Shown](m, "GET", desk+"/"+found[0].ID.String(), nil), true
}

const list = "\ufeffemail,firstName,lastName,emailConsent,consentAt,consentSource,phone,smsConsent,topics,frequency\r\n" +
	"Ann@Kept.example,Ann,\"O'Hara,\nPhD\",true,2025-03-01T09:30:00Z,Fair in Akron,(248) 555-0123,yes,banking;phone,monthly\r\n" +
	"bea@kept.example,,,1,2025-03-02,,,,,\r\n" +
	"cal@kept.example,Cal,Coe,1,3/4/2025,,,,,\r\n"

func TestImports(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"importsAreIdempotentAndKeepConsents": importsAreIdempotentAndKeepConsents,
		"refusedRowsHaveReasons":              refusedRowsHaveReasons,
		"erasuresDuringAnImportWin":           erasuresDuringAnImportWin,
		"exportsOfOtherProgramsAreImported":   exportsOfOtherProgramsAreImported,
		"invalidFilesAreRefused":              invalidFilesAreRefused,
		"largeFilesAreRefusedBeforeUpload":    largeFilesAreRefusedBeforeUpload,
		"oneDateTellsTheOrderOfTheOthers":     oneDateTellsTheOrderOfTheOthers,
	})
}

func importsAreIdempotentAndKeepConsents(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	people := func() int { return s.Count("SELECT count(*) FROM subscribers") }
	ledger := func() int { return s.Count("SELECT count(*) FROM consents") }
	logged := func() int {
		return strings.Count(admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body, `"action":"import"`)
	}
	peopleBefore, ledgerBefore, loggedBefore := people(), ledger(), logged()
	if got := imported(admin, list, "true"); !got.DryRun || got.Accepted != 2 || got.Added != 2 || len(got.Refused) != 1 || got.Refused[0].Line != 2 {
		t.Errorf("the dry run says %+v", got)
	}
	if n := people() - peopleBefore; n != 0 {
		t.Fatalf("a dry run added %d", n)
	}
	file := strings.Replace(list, "O'Hara,\nPhD", "O'Hara, PhD", 1)
	a := sendFile(admin, file, "false")
	sitetest.Agrees(t, doc, "POST", desk+"/import", a)
	if got := sitetest.Decode[subscribers.Imported](t, a.Body); got.Accepted != 3 || got.Added != 3 || got.RefusedCount != 0 {
		t.Errorf("the import says %+v", got)
	}
	if got := imported(admin, file, ""); got.Accepted != 3 || got.Added != 0 || ledger() != ledgerBefore+4 || people() != peopleBefore+3 {
		t.Errorf("twice: %+v", got)
	}
	ann, _ := find(admin, "ann@kept.example")
	if ann.State != "active" || ann.LastName != "O'Hara, PhD" || ann.Phone != "+12485550123" || !ann.SMSAllowed || ann.Frequency != "monthly" || fmt.Sprint(ann.Topics) != "[banking phone]" {
		t.Errorf("ann is %+v", ann)
	}
	if len(ann.Consents) != 2 {
		t.Fatalf("the ledger has %+v", ann.Consents)
	}
	for _, c := range ann.Consents {
		if c.Action != "given" || c.Page != "import" || c.CreatedAt.UTC().Format("2006-01-02T15:04") != "2025-03-01T09:30" || c.Evidence.Source["source"] != "import" || c.Evidence.Source["consentSource"] != "Fair in Akron" {
			t.Errorf("the ledger has %+v", c)
		}
	}
	if bea, _ := find(admin, "bea@kept.example"); bea.CreatedAt.UTC().Format(time.RFC3339) != "2025-03-02T05:00:00Z" { // midnight in New York
		t.Errorf("bea is %+v", bea)
	}
	s.Quiet()
	if mails := s.Emails("ann@kept.example"); len(mails) > 0 {
		t.Errorf("an import emailed %+v", mails)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body; logged() != loggedBefore+2 || strings.Contains(log, "ann@") {
		t.Errorf("the log says %s", log)
	}
}

func refusedRowsHaveReasons(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	head := "email,emailConsent,consentAt,firstName,phone,smsConsent,topics,frequency\n"
	for line, want := range map[string]string{
		"ann,true,2025-03-01":                                              "address",
		"ann@refused.example,false,2025-03-01":                             "hasn't agreed to emails",
		"ann@refused.example,,2025-03-01":                                  "hasn't agreed to emails",
		"ann@refused.example,perhaps,2025-03-01":                           "whether this person agreed to emails",
		"ann@refused.example,true,":                                        "date of consent must look like",
		"ann@refused.example,true,soon":                                    "date of consent must look like",
		"ann@refused.example,true,2999-01-01":                              "in the future",
		"ann@refused.example,true,2025-03-01,A\x01n":                       "The name",
		"ann@refused.example,true,2025-03-01,,12":                          "phone",
		"ann@refused.example,true,2025-03-01,,,true":                       "phone",
		"ann@refused.example,true,2025-03-01,,,,gossip":                    "list of topics",
		"ann@refused.example,true,2025-03-01,,,,,daily":                    "weekly or monthly",
		"ann@refused.example,true,2025-03-01,,,,,weekly,more":              "more cells",
		"ann@refused.example,true,2025-03-01,J\xfcrgen":                    "UTF-8",
		"ann@refused.example,true,2025-03-01,\"Ann":                        "quotation mark",
		"ok@refused.example,1,2025-03-01\nOK@refused.example,1,2025-03-01": "earlier line has the same",
	} {
		got := imported(admin, head+line, "true")
		if len(got.Refused) != 1 || got.RefusedCount != 1 || !strings.Contains(got.Refused[0].Reason, want) {
			t.Errorf("%q: %+v", line, got)
		}
	}
	many := head + strings.Repeat("x,true,2025-03-01\n", 1200)
	if got := imported(admin, many, "true"); len(got.Refused) != 1000 || got.RefusedCount != 1200 {
		t.Errorf("of many: %d listed, %d counted", len(got.Refused), got.RefusedCount)
	}
}

func importsResubscribeNobody(t *testing.T, s *sitetest.Site) {
	admin, file, want := s.As("admin"), "email,emailConsent,consentAt\n", map[string]string{}
	for i, reason := range []string{"has unsubscribed", "has unsubscribed", "was erased", "bounced", "as spam", "hasn't confirmed"} {
		email := fmt.Sprintf("p%d@imported.example", i)
		want[email] = reason
		file += email + ",true,2025-03-01\n"
		if i != 1 { // the other has unsubscribed without a signup
			s.Send("/api/subscribers", sitetest.Jane("email", email))
		}
	}
	s.Send("/api/unsubscribe", `{"email":"p0@imported.example"}`)
	s.Send("/api/unsubscribe", `{"email":"p1@imported.example"}`)
	s.Quiet()
	erased, _ := find(admin, "p2@imported.example")
	sitetest.Must[any](admin, "POST", desk+"/"+erased.ID.String()+"/erasure", sitetest.M{"email": "p2@imported.example"})
	s.Exec("DELETE FROM proof_keys") // the erasure journal still knows
	for i, reason := range map[int]string{3: "bounce", 4: "complaint"} {
		s.Exec("INSERT INTO suppressions (reason, address_hash) VALUES ($1, $2)", reason, s.People.Secret.AddressHash(fmt.Sprintf("p%d@imported.example", i)))
	}
	active := func() int { return s.Count("SELECT count(*) FROM subscribers WHERE state = 'active'") }
	before := active()
	got := imported(admin, file, "")
	if got.Accepted != 0 || len(got.Refused) != len(want) {
		t.Fatalf("the import says %+v", got)
	}
	for _, r := range got.Refused {
		if email := fmt.Sprintf("p%d@imported.example", r.Line-2); !strings.Contains(r.Reason, want[email]) {
			t.Errorf("%s: %s", email, r.Reason)
		}
	}
	if n := active() - before; n != 0 {
		t.Errorf("%d resubscribed", n)
	}
}

func erasuresDuringAnImportWin(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	tx, err := s.DB.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	if _, err := tx.Exec(t.Context(), "LOCK TABLE subscribers IN EXCLUSIVE MODE"); err != nil { // blocks writers only
		t.Fatal(err)
	}
	done := make(chan sitetest.Answer)
	go func() {
		done <- sendFile(admin, "email,emailConsent,consentAt\nann@erased.example,true,2025-03-01\nbea@erased.example,true,2025-03-01\n", "")
	}()
	sitetest.Eventually(t, "the import waits", func() bool {
		return s.Count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO subscribers%' AND datname = current_database()") == 1
	})
	hash := s.People.Secret.AddressHash("ann@erased.example")
	_, err = tx.Exec(t.Context(), "INSERT INTO proof_keys (id, address_hash, sealed_key, until) VALUES (gen_random_uuid(), $1, '', now() + interval '1 year')", hash)
	if err == nil { // as another instance would
		err = tx.Commit(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	got := sitetest.Decode[subscribers.Imported](t, (<-done).Body)
	if _, found := find(admin, "ann@erased.example"); found || got.Added != 1 {
		t.Errorf("an erased person was imported: %+v", got)
	}
}

func exportsOfOtherProgramsAreImported(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	for name, c := range map[string]struct{ file, added, refused string }{
		"listmonk": {"uuid,email,name,attributes,status,created_at,updated_at\n" +
			"5b0c,ann@programs.example,Ann von Berg,\"{\"\"city\"\": \"\"Ohio\"\"}\",enabled,2024-05-06 07:08:09.123456 +0000 +0000,2024-05-06 07:08:09 +0000 UTC\n" +
			"5b0d,bad@programs.example,Bad,{},blocklisted,2024-05-06 07:08:09 +0000 UTC,2024-05-06 07:08:09 +0000 UTC\n", "ann@programs.example Ann von Berg", "bad@programs.example"},
		"Mailchimp": {"Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,TAGS\n" +
			"bea@programs.example,Bea,Roe,2,,,\"2024-05-06 07:08:09\",192.0.2.1,\"\"\"vip\"\"\"\n", "bea@programs.example Bea Roe", ""},
		"who left Mailchimp": {"Email Address,First Name,Last Name,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME\n" +
			"cal@programs.example,Cal,Coe,,2024-05-06 07:08:09,2024-06-06 07:08:09\n", "", "cal@programs.example"},
	} {
		got := imported(admin, c.file, "")
		for _, added := range strings.Fields(c.added)[:min(1, len(c.added))] {
			p, _ := find(admin, added)
			if p.Email+" "+p.FirstName+" "+p.LastName != c.added || p.Consents[0].CreatedAt.UTC().Format("2006-01-02 15:04:05") != "2024-05-06 07:08:09" {
				t.Errorf("%s: %+v (%+v)", name, p, got)
			}
		}
		if _, there := find(admin, c.refused); c.refused != "" && (there || got.RefusedCount != 1) {
			t.Errorf("%s: refused %s: %+v", name, c.refused, got)
		}
	}
}

func invalidFilesAreRefused(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	for file, want := range map[string]string{"": "Choose a file", "name,age\n": "must name the columns", "\n\n": "no header row"} {
		if a := sendFile(admin, file, ""); a.Status != 400 || !strings.Contains(a.Body, want) {
			t.Errorf("%q: %d %s", file, a.Status, a.Body)
		}
	}
	before := s.Count("SELECT count(*) FROM subscribers")
	if a := sendFile(admin, list, "perhaps"); a.Status != 400 || s.Count("SELECT count(*) FROM subscribers") != before {
		t.Errorf("an invalid dryRun: %d %s", a.Status, a.Body)
	}
	if a := admin.Do("POST", desk+"/import", sitetest.M{}); a.Status != 415 {
		t.Errorf("JSON: %d %s", a.Status, a.Body)
	}
	if a := sendFile(s.As("editor"), list, ""); a.Status != 403 {
		t.Errorf("an editor: %d", a.Status)
	}
	if a := s.As("editor").Do("GET", desk+"/export", nil); a.Status != 403 {
		t.Errorf("an editor's export: %d", a.Status)
	}
}

func largeFilesAreRefusedBeforeUpload(t *testing.T, s *sitetest.Site) {
	to, err := url.Parse(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	cookie := s.As("admin").Cookie // before the server waits for the request
	conn, err := net.Dial("tcp", to.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The client waits for "100 Continue" before it sends the file.
	fmt.Fprintf(conn, "POST %s/import HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
		desk, to.Host, cookie, subscribers.MaxImportBody+1)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil || answer.StatusCode != 413 || !strings.Contains(body.String(), "256 MB") {
		t.Errorf("%d %s %v", answer.StatusCode, body.String(), err)
	}
}

func TestExportsCanBeImported(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	s.Send("/api/subscribers", sitetest.Jane("firstName", "=2+2", "phone", "201-555-0123", "tcpaConsent", true))
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@example.com"))
	s.Send("/api/unsubscribe", `{"email":"ann@example.com"}`)
	s.Quiet()
	a := admin.Do("GET", desk+"/export", nil)
	if a.Status != 200 || !strings.Contains(a.Header.Get("Content-Disposition"), "subscribers.csv") || !strings.Contains(a.Body, "'=2+2") || strings.Contains(a.Body, "Main St") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for _, want := range []string{"jane@example.com,'=2+2,", ",'+12015550123,true,", "ann@example.com,Jane,Doe,false,"} {
		if !strings.Contains(a.Body, want) {
			t.Errorf("%s is missing in %s", want, a.Body)
		}
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body; strings.Count(log, `"action":"export"`) != 1 {
		t.Errorf("the log says %s", log)
	}
	other := apptest.Open(t)
	if got := imported(other.As("admin"), a.Body, ""); got.Added != 1 || got.RefusedCount != 1 {
		t.Errorf("elsewhere: %+v", got)
	}
	if jane, _ := find(other.As("admin"), "jane@example.com"); jane.FirstName != "=2+2" || jane.Phone != "+12015550123" || !jane.SMSAllowed {
		t.Errorf("elsewhere she is %+v", jane)
	}
}
