package site_test

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/csvfile"
	"thriftwell/server/transfer/imports"
)

// sendList uploads a file whose columns must be mapped.
func sendList(p sitetest.Member, body string) imports.Import {
	p.T.Helper()
	a := uploadImport(p, "list.csv&what=subscribers", body)
	i := sitetest.Decode[imports.Import](p.T, a.Body)
	if a.Status != 201 || i.State != "mapping" {
		p.T.Fatalf("%d %s", a.Status, a.Body)
	}
	return i
}

// guessedFields returns the guessed fields of a file's columns.
func guessedFields(p sitetest.Member, i imports.Import) (fields []string) {
	p.T.Helper()
	for _, c := range sitetest.Must[csvfile.Columns](p, "GET", importPath(i)+"/columns", nil).Columns {
		fields = append(fields, c.Field)
	}
	return fields
}

func mapColumns(p sitetest.Member, i imports.Import, m subscribers.Mapping) imports.Import {
	p.T.Helper()
	sitetest.Must[imports.Import](p, "PUT", importPath(i)+"/mapping", m)
	return waitForImport(p, i)
}

func columnsOfOtherSystemsAreGuessed(t *testing.T, s *sitetest.Site) {
	admin, imported := s.As("admin"), 0
	before := s.Count("SELECT count(*) FROM subscribers")
	datedBefore := s.Count("SELECT count(*) FROM subscribers WHERE created_at::date = '2024-05-06'")
	for system, want := range map[string]struct {
		fields, asked string // asked is a field to enter, if no column has it
		counts        imports.Counts
		ann           string
	}{
		"beehiiv": {"email subscribed consentAt - consentSource - - - - -", "", imports.Counts{New: 1, Refused: 2, LeftOut: 2},
			"   website"},
		"substack": {"email name - left consentAt - - - - - - - - consentSource", "", imports.Counts{New: 1, LeftOut: 1},
			"Ann von Berg  substack-app"},
		"kit": {"- firstName email subscribed consentAt topics", "consentSource", imports.Counts{New: 1, LeftOut: 3},
			"Ann  banking fair"},
		"klaviyo": {"email - firstName lastName - - phone - - - - - - subscribed consentAt smsConsent smsConsentAt left", "consentSource",
			imports.Counts{New: 1, Refused: 1, LeftOut: 3}, "Ann O'Hara  fair +12015550123"},
		"mailerlite": {"email subscribed name lastName topics - consentAt left - - -", "consentSource", imports.Counts{New: 1, LeftOut: 4},
			"Ann Marie Roe phone fair"},
		"other": {"email name left -", "consentAt consentSource", imports.Counts{New: 1, LeftOut: 1},
			"Ann Coe  fair"},
	} {
		if testing.Short() && system != "beehiiv" && system != "klaviyo" && system != "other" {
			continue // each import waits for its job
		}
		imported++
		file, err := os.ReadFile("testdata/subscribers/" + system + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		i := sendList(admin, string(file))
		fields := guessedFields(admin, i)
		shown := strings.TrimSpace(strings.ReplaceAll(" "+strings.Join(fields, " . ")+" ", "  ", " - "))
		shown = strings.ReplaceAll(shown, " . ", " ")
		if shown != want.fields {
			t.Errorf("%s: guessed %s", system, shown)
		}
		m := subscribers.Mapping{Fields: fields}
		asked := admin.Do("PUT", importPath(i)+"/mapping", m)
		for _, field := range []string{"consentAt", "consentSource"} {
			if isAsked := strings.Contains(asked.Body, `"field":"`+field+`"`); isAsked != strings.Contains(want.asked, field) {
				t.Errorf("%s without %s: %d %s", system, field, asked.Status, asked.Body)
			}
		}
		if want.asked != "" {
			m.ConsentSource = "fair"
			if strings.Contains(want.asked, "consentAt") {
				m.ConsentAt = "2024-05-06"
			}
			i = mapColumns(admin, i, m)
		} else {
			i = waitForImport(admin, i)
		}
		if i.State != "checked" || i.Counts != want.counts {
			t.Errorf("%s: %+v", system, i)
		}
		sitetest.Must[imports.Import](admin, "POST", importPath(i)+"/start", sitetest.M{"partial": true})
		if i = waitForImport(admin, i); i.State != "done" || i.Counts != want.counts {
			t.Errorf("%s: %+v", system, i)
		}
		if ann := describeSubscriber(admin, "ann."+system+"@example.com"); ann != want.ann {
			t.Errorf("%s: imported %q", system, ann)
		}
	}
	if n := s.Count("SELECT count(*) FROM subscribers") - before; n != imported {
		t.Errorf("%d active subscribers", n)
	}
	if n := s.Count("SELECT count(*) FROM subscribers WHERE created_at::date = '2024-05-06'") - datedBefore; n != imported {
		t.Errorf("%d with their date of consent", n)
	}
}

// describeSubscriber formats an imported subscriber.
func describeSubscriber(p sitetest.Member, email string) string {
	p.T.Helper()
	found := sitetest.Must[[]subscribers.Listed](p, "GET", "/api/admin/subscribers?q="+url.QueryEscape(email), nil)
	if len(found) != 1 {
		return fmt.Sprint(found)
	}
	shown := sitetest.Must[subscribers.Shown](p, "GET", "/api/admin/subscribers/"+found[0].ID.String(), nil)
	said := fmt.Sprintf("%s %s %s %s", shown.FirstName, shown.LastName, strings.Join(shown.Topics, ","), shown.Consents[0].Evidence.Source["consentSource"])
	if shown.SMSAllowed {
		said += " " + shown.Phone
	}
	return said
}

func filesWithoutHeaderRowAreRefused(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	a := uploadImport(admin, "list.csv&what=subscribers", "ann@headless.example,Ann\nbo@headless.example,Bo\n")
	if a.Status != 415 || !strings.Contains(a.Body, "The first row has an email address.") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	sendList(admin, "Whom,Contact us: help@headless.example\nann@headless.example,Ann\n")
}

func refusedRowsAreGroupedAndDownloadable(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	const head = "Address,Given,State,=Joined\r\n"
	i := sendList(admin, head+"ann@grouped.example,Ann,active,2024-05-06\r\n"+strings.Repeat("nobody,\"=A, or B\",active,2024-05-06\r\n", 4)+
		"bo@grouped.example,Bo,,2024-05-06\r\ncy@grouped.example,\"Cy,active,2024-05-06\r\nann@grouped.example,Ann,active,2024-05-06\r\ndee@grouped.example,Dee,unsubscribed,2024-05-06\r\n")
	columns := admin.Do("GET", importPath(i)+"/columns", nil)
	sitetest.Agrees(t, doc, "GET", importsPath+"/{id}/columns", columns)
	if got := strings.Join(guessedFields(admin, i), " "); got != "email  subscribed consentAt" {
		t.Errorf("guessed %q", got)
	}
	for wrong, want := range map[string]subscribers.Mapping{
		"for each column of the file":        {Fields: []string{"email"}},
		"which column has the email":         {Fields: []string{"", "firstName", "", "consentAt"}},
		"“Address” and “Given” are the same": {Fields: []string{"email", "email", "", "consentAt"}},
		"which column has the phone":         {Fields: []string{"email", "smsConsent", "", "consentAt"}},
		"“Given”: choose one":                {Fields: []string{"email", "shoe size", "", "consentAt"}},
		"Enter a date in the past":           {Fields: []string{"email", "", "", ""}, ConsentAt: "2999-01-01"},
		"Enter a date.":                      {Fields: []string{"email", "", "", ""}, ConsentAt: "spring"},
		"Enter where these people agreed":    {Fields: []string{"email", "", "", "consentAt"}},
		"Enter the date these people agreed": {Fields: []string{"email", "", "", ""}, ConsentSource: "fair"},
	} {
		if a := admin.Do("PUT", importPath(i)+"/mapping", want); a.Status != 400 || !strings.Contains(a.Body, wrong) {
			t.Errorf("%s: %d %s", wrong, a.Status, a.Body)
		}
	}
	m := subscribers.Mapping{Fields: []string{"email", "firstName", "subscribed", "consentAt"}, ConsentSource: "fair"}
	sitetest.Agrees(t, doc, "PUT", importsPath+"/{id}/mapping", admin.Do("PUT", importPath(i)+"/mapping", m))
	i = waitForImport(admin, i)
	if want := (imports.Counts{New: 1, Refused: 6}); i.State != "checked" || i.Counts != want {
		t.Errorf("%+v", i)
	}
	a := admin.Do("GET", importPath(i)+"/reasons?outcome=refused", nil)
	sitetest.Agrees(t, doc, "GET", importsPath+"/{id}/reasons", a)
	if got := sitetest.Decode[[]imports.Reason](t, a.Body); len(got) != 3 || got[0].Count != 4 || fmt.Sprint(got[0].Lines) != "[3 4 5]" || got[1].Reason != "This person hasn't agreed to emails." {
		t.Errorf("grouped: %s", a.Body)
	}
	rows := admin.Do("GET", importPath(i)+"/refused", nil)
	sitetest.Agrees(t, doc, "GET", importsPath+"/{id}/refused", rows)
	if want := "Address,Given,State,'=Joined,reason\r\nnobody,\"'=A, or B\",active,2024-05-06,"; !strings.HasPrefix(rows.Body, want) || strings.Count(rows.Body, "\r\n") != 7 ||
		!strings.Contains(rows.Body, "bo@grouped.example,Bo,,2024-05-06,This person hasn't agreed to emails.") || !strings.Contains(rows.Body, ",,,,\"This line has an unclosed") {
		t.Errorf("the rows: %s", rows.Body)
	}
	m.Fields[2] = "" // then everyone counts as subscribed
	if i = mapColumns(admin, i, m); i.Counts.Refused != 5 || i.Counts.New != 2 {
		t.Errorf("mapped again: %+v", i)
	}
	sitetest.Must[imports.Import](admin, "POST", importPath(i)+"/start", sitetest.M{"partial": true})
	if i = waitForImport(admin, i); i.State != "done" {
		t.Errorf("%+v", i)
	}
	for _, path := range []string{"/refused", "/columns"} {
		if a := admin.Do("GET", importPath(i)+path, nil); a.Status != 400 || !strings.Contains(a.Body, "no longer available") {
			t.Errorf("%s after it ended: %d %s", path, a.Status, a.Body)
		}
	}
}
