package personal_test

import (
	"cmp"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/legal"
	"thriftwell/server/personal"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

func TestErasure(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"erasureIsRepeatedAfterARestore":        erasureIsRepeatedAfterARestore,
		"erasureDeletesTheAccount":              erasureDeletesTheAccount,
		"personalDataIsEncryptedInTheDatabase":  personalDataIsEncryptedInTheDatabase,
		"erasedStaffAreInNoTable":               erasedStaffAreInNoTable,
		"privacyPageMentionsEveryExportedField": privacyPageMentionsEveryExportedField,
		"erasureClearsEveryTable":               erasureClearsEveryTable,
		"erasingKeepsLogEntriesOfOthers":        erasingKeepsLogEntriesOfOthers,
	})
}

func erasureIsRepeatedAfterARestore(t *testing.T, s *sitetest.Site) {
	facts := func() int {
		return s.Count("SELECT count(*) FROM consents WHERE channel = 'email' AND action = 'given'")
	}
	before := facts()
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@repeated.example"))
	s.Send("/api/contact", sitetest.Note("email", "jane@repeated.example"))
	link := sitetest.EID(t, s.Email("jane@repeated.example", "Welcome"), "/unsubscribe")
	s.Quiet()
	defer s.Exec("DROP TABLE copy, written")
	s.Exec("CREATE TABLE copy AS SELECT * FROM subscribers")
	s.Exec("CREATE TABLE written AS SELECT * FROM contact_messages")
	if err := s.People.Erase(t.Context(), "jane@repeated.example"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(s.Config.DataDir, personal.JournalFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the journal: %v, %v", info, err)
	}
	gone := func() {
		t.Helper()
		if all := s.Exported("jane@repeated.example"); !strings.Contains(all, `"subscriber": null`) || !strings.Contains(all, `"messages": []`) {
			t.Error(all)
		}
	}
	gone()
	if facts() != before+1 {
		t.Error("the anonymous facts were deleted too")
	}
	if a := s.Call("POST", "/unsubscribe?eid="+link, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 200 {
		t.Errorf("an old link: %d %s", a.Status, a.Body)
	}
	s.Exec("INSERT INTO subscribers SELECT * FROM copy ON CONFLICT DO NOTHING")
	s.Exec("INSERT INTO contact_messages SELECT * FROM written ON CONFLICT DO NOTHING")
	if _, err := personal.Open(t.Context(), s.Config, s.DB); err != nil { // as at the next start
		t.Fatal(err)
	}
	gone()
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@repeated.example"))
	if _, err := personal.Open(t.Context(), s.Config, s.DB); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.People.Subscribers.Export(t.Context(), "jane@repeated.example"); err != nil {
		t.Error("the journal erased a person who signed up again")
	}
}

func TestKeysAreRotated(t *testing.T) {
	t.Parallel()
	const older, newer = "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "b:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
	s := apptest.Open(t, "DATA_KEYS="+older)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Send("/api/contact", sitetest.Note("email", "jane@example.com"))
	s.Quiet()
	with := func(keys string) (personal.Data, error) {
		c := s.Config
		parsed, err := vault.ParseKeys(keys)
		if err != nil {
			t.Fatal(err)
		}
		c.Keys = parsed
		return personal.Open(t.Context(), c, s.DB)
	}
	both, err := with(newer + "," + older)
	if err != nil {
		t.Fatal(err)
	}
	if people, messages, err := both.Reseal(t.Context(), s.DB.Pool); err != nil || people != 1 || messages != 1 {
		t.Fatalf("%v, %d people, %d messages", err, people, messages)
	}
	if s.Count("SELECT count(*) FROM audit_log WHERE action = 'rekey' AND kind = 'keys'") != 1 {
		t.Error("it is not in the audit log")
	}
	if s.People, err = with(newer); err != nil {
		t.Fatal(err)
	}
	if all := s.Exported("jane@example.com"); !strings.Contains(all, "1 Main St") || !strings.Contains(all, "may I join") {
		t.Error(all)
	}
	if _, err := with(older); err == nil {
		t.Error("the retired key still opens")
	}
}

func erasureDeletesTheAccount(t *testing.T, s *sitetest.Site) {
	const email = "visitor@thriftwell.example"
	cookie := s.SignIn("visitor")
	if _, _, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), auth.NewToken{Email: email, Role: session.Visitor, Days: 1}); err != nil {
		t.Fatal(err)
	}
	if all := s.Exported(email); !strings.Contains(all, `"Turner"`) || !strings.Contains(all, `"createdBy"`) || !strings.Contains(all, `"subject": "visitor"`) {
		t.Errorf("export: %s", all)
	}
	s.SignIn("editor")
	if err := s.People.Erase(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		t.Helper()
		err := s.DB.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM users WHERE email = $1) + (SELECT count(*) FROM tokens WHERE email = $1)", email).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if a := s.User("Cookie", cookie); a.Status != 401 || left() != 0 {
		t.Errorf("after erasing: %d, %d rows", a.Status, left())
	}
	// An older copy of the database is restored.
	s.Exec("INSERT INTO users (email, email_verified, role, created_at) VALUES ($1, true, 'visitor', now() - interval '1 day')", email)
	if err := s.People.ReplayErasures(t.Context()); err != nil || left() != 0 {
		t.Errorf("after a restore: %v, %d rows", err, left())
	}
	s.SignIn("visitor")
	if err := s.People.ReplayErasures(t.Context()); err != nil || left() != 1 {
		t.Errorf("someone who came back was erased: %v, %d rows", err, left())
	}
	var others int
	if err := s.DB.Pool.QueryRow(t.Context(), "SELECT count(*) FROM users WHERE email = 'editor@thriftwell.example'").Scan(&others); err != nil || others != 1 {
		t.Errorf("%d other users remain", others)
	}
}

// createTokenAs creates a token of a user and by that user.
func createTokenAs(s *sitetest.Site, email string) {
	s.T.Helper()
	by := session.Actor{UserID: int64(s.Count("SELECT id FROM users WHERE email = $1", email)), Email: email, Role: session.Admin}
	if _, _, err := s.Auth.CreateToken(s.T.Context(), by, auth.NewToken{Name: "nightly export", Role: session.Editor, Days: 1}); err != nil {
		s.T.Fatal(err)
	}
}

func TestAddressesThatNeverSignedInAreErased(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	const email, other = "ghost@partner.example", "other@partner.example"
	invited := func(email string) (secret string) {
		t.Helper()
		if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), email, session.Admin); err != nil {
			t.Fatal(err)
		}
		_, secret, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), auth.NewToken{Email: email, Role: session.Admin, Days: 1})
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	ghost, kept := "Bearer "+invited(email), "Bearer "+invited(other)
	createTokenAs(s, email) // as the ghost's token could, once
	if a := s.Call("POST", "/api/admin/articles", `{"title":"Of a ghost","slug":"ghost"}`, "Authorization", ghost); a.Status != 201 {
		t.Fatalf("the ghost writes an article: %d %s", a.Status, a.Body)
	}
	for _, part := range []string{`"createdBy": "command line"`, `"createdBy": "ghost@partner.example"`, `"role": "admin"`, `"kind": "invitation"`, `"pieceId": `} {
		if all := s.Exported(email); !strings.Contains(all, part) {
			t.Errorf("%s is not exported: %s", part, all)
		}
	}
	tables := []string{"users", "tokens", "audit_log", "article_revisions"}
	for _, table := range tables {
		s.Exec("CREATE TABLE copy_of_" + table + " AS SELECT * FROM " + table)
	}
	gone := func() {
		t.Helper()
		if a := s.User("Authorization", ghost); a.Status != 401 {
			t.Errorf("the token of an erased address: %d %s", a.Status, a.Body)
		}
		for _, table := range tables {
			if n := s.Count("SELECT count(*) FROM "+table+" t WHERE strpos(t::text, $1) > 0", email); n != 0 {
				t.Errorf("%d rows of %s name the address", n, table)
			}
		}
	}
	if err := s.People.Erase(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	gone()
	if all := s.Exported(email); strings.Count(all, "[]") != 11 {
		t.Errorf("after erasing: %s", all)
	}
	for _, table := range tables { // an older copy is restored
		s.Exec("DELETE FROM " + table)
		s.Exec("INSERT INTO " + table + " OVERRIDING SYSTEM VALUE SELECT * FROM copy_of_" + table)
	}
	if err := s.People.ReplayErasures(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone()
	if n := s.Count("SELECT count(*) FROM audit_log"); n != 8 {
		t.Errorf("%d entries of the audit log are left, not 8", n)
	}
	if a := s.User("Authorization", kept); a.Status != 200 {
		t.Errorf("another user's token: %d", a.Status)
	}
}

// showing returns the tables that have a word in any row, as text or as bytes.
func showing(s *sitetest.Site, word string) (found []string) {
	s.T.Helper()
	rows, err := s.DB.Pool.Query(s.T.Context(), "SELECT quote_ident(relname) FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace ORDER BY 1")
	if err != nil {
		s.T.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 40 {
		s.T.Fatal(tables, err)
	}
	for _, table := range tables {
		if n := s.Count("SELECT count(*) FROM "+table+" t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0", word); n > 0 {
			found = append(found, table)
		}
	}
	return found
}

func personalDataIsEncryptedInTheDatabase(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@encrypted.example", "phone", "205-555-0123", "tcpaConsent", true, "lastName", "Doeberry"))
	s.Send("/api/contact", sitetest.Note("email", "joe@encrypted.example", "lastName", "Roeberry"))
	offer := s.IDOf("carousel_offers", "tidewick-starter-plan")
	to := "https://tidewick.example.com/starter?zip={zip}&sub={subid}&click={clickid}"
	if a := s.ClickOut(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s&email=jane@encrypted.example&last=Doeberry", offer, url.QueryEscape(to)), sitetest.Person(1)...); a.Status != 302 {
		t.Fatalf("the click-out: %d %s", a.Status, a.Body)
	}
	advertiser := sitetest.Must[struct{ PostbackKey string }](s.As("admin"), "POST", "/api/admin/advertisers", sitetest.M{"name": "Dorvexa", "preset": "own"})
	for _, event := range []string{"", "unknown"} {
		s.Get("/postback/" + advertiser.PostbackKey + "?email=jane@encrypted.example&name=Doeberry&phone=2055550123&clickid=" + event)
	}
	s.Quiet()
	for _, word := range []string{"jane@encrypted.example", "jane%40encrypted.example", "joe@encrypted.example", "Main St", "1990-04-23", "5550123", "127.0.0.1", "may I join", "Doeberry", "Roeberry", "Mozilla"} {
		if tables := showing(s, word); len(tables) > 0 {
			t.Errorf("%v show %q", tables, word)
		}
	}
}

func erasedStaffAreInNoTable(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	const email = "editor@thriftwell.example"
	ed.Edit("POST", "/api/admin/articles", sitetest.M{"title": "Of an editor", "slug": "of-an-editor"})
	advertiser := sitetest.Must[struct{ ID int64 }](ed, "POST", "/api/admin/advertisers", sitetest.M{"name": "Corvexa", "preset": "own"})
	to := fmt.Sprintf("/api/admin/advertisers/%d/import", advertiser.ID)
	if a := s.Call("POST", to, "clickid,payout\nunknown,5\n", "Cookie", ed.Cookie, "Content-Type", "text/csv"); a.Status != 200 {
		t.Fatalf("the import: %d %s", a.Status, a.Body)
	}
	if tables := showing(s, email); !slices.Contains(tables, "conversion_changes") || !slices.Contains(tables, "audit_log") {
		t.Fatalf("only %v name the editor, so the test proves nothing", tables)
	}
	if all := s.Exported(email); !strings.Contains(all, `"reports": 1`) {
		t.Errorf("the import is not exported: %s", all)
	}
	s.Exec("UPDATE conversion_changes SET via = 'staff'") // whichever way they changed it
	s.Exec("CREATE TABLE older AS SELECT * FROM conversion_changes")
	if err := s.People.Erase(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	s.Exec("UPDATE conversion_changes c SET actor = o.actor FROM older o WHERE o.id = c.id") // a restore
	s.Exec("DROP TABLE older")
	if err := s.People.ReplayErasures(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tables := showing(s, email); len(tables) > 0 {
		t.Errorf("%v still name the editor", tables)
	}
}

// Each field printed by `person export` must be mentioned in /privacy.
func privacyPageMentionsEveryExportedField(t *testing.T, s *sitetest.Site) {
	words := map[string]string{
		"email": "your email address", "firstName": "your name", "lastName": "your name", "displayName": "your name",
		"phone": "your phone number", "dateOfBirth": "your date of birth", "gender": "your gender", "topics": "your topics",
		"frequency": "how often we write", "smsAllowed": "whether you get texts", "suppressed": "the list of addresses that we must not write to",
		"state": "After you unsubscribe", "channel": "agree to emails or texts", "action": "or withdraw your consent",
		"at": "the time", "createdAt": "the time", "page": "the page", "version": "the exact wording", "wording": "the exact wording",
		"destination": "your email address or phone number", "userAgent": "the name of your browser", "utm_source": "the tags and click numbers",
		"subscriber.address": "your postal address", "evidence.address": "your network address",
		"note": "a note of our own", "letters": "which newsletters were sent to you", "letters.subject": "which newsletters were sent to you", "texts": "which texts were sent to you", "text": "which texts were sent to you", "answeredAt": "when it was answered",
		"message": "We keep your message", "inquiryType": "We keep your message",
		"id": "the provider's ID for you", "subject": "the provider's ID for you", "provider": "your provider",
		"emailVerified": "whether it was verified", "picture": "your picture", "role": "your role", "disabledAt": "your role",
		"signedInAt": "last signed in", "expiresAt": "your session", "createdBy": "access tokens", "tokens.userId": "access tokens", "tokens.name": "access tokens", "lastUsedAt": "access tokens", "revokedAt": "access tokens",
		"accounts": "sign-in accounts", "tokens": "access tokens", "invitations": "invitations", "changes": "what they changed", "revisions": "what they changed", "imports": "what they changed",
		"contacts":   "the people we work with at a partner",
		"weeklyMail": "the weekly report by email", "means": "the record says so",
		"actor": "what they changed", "kind": "what they changed", "subjectId": "what they changed",
	}
	const email = "visitor@thriftwell.example"
	s.SignIn("visitor")
	s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", "(206) 555-0123", "tcpaConsent", true, "source", map[string]string{"utm_source": "letter"}))
	s.Send("/api/contact", sitetest.Note("email", email))
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, email))
	s.Quiet()
	if _, _, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), auth.NewToken{Email: email, Role: session.Visitor, Days: 1}); err != nil {
		t.Fatal(err)
	}
	text, err := legal.Parts()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range fieldsOf("", sitetest.Decode[map[string]any](t, s.Exported(email))) {
		_, name, _ := strings.Cut(field, ".")
		if said := cmp.Or(words[field], words[name]); said == "" || !strings.Contains(text, said) {
			t.Errorf("the page doesn't mention %s: %q", field, said)
		}
	}
}

// fieldsOf lists the fields of a JSON value, each as "object.field".
func fieldsOf(object string, value any) (out []string) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			out = append(out, fieldsOf(object, one)...)
		}
	case map[string]any:
		for name, inner := range v {
			if deeper := fieldsOf(name, inner); deeper != nil {
				out = append(out, deeper...)
				continue
			}
			out = append(out, object+"."+name)
		}
	}
	return out
}
