package personal_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/legal"
	"thriftwell/server/platform/session"
)

// table is the entry of a table in columns.yaml or in its comment in the
// database.
type table struct {
	Nobody []string          // columns without personal data
	Told   map[string]string // encrypted, codes, or not traceable to a name; with words of /privacy that mention them
	Names  map[string]string // has an address or a name; likewise
}

func (t table) columns() []string {
	all := slices.Concat(t.Nobody, slices.Collect(maps.Keys(t.Told)), slices.Collect(maps.Keys(t.Names)))
	slices.Sort(all)
	return all
}

// columns reads columns.yaml and table comments of the form "Tells of nobody: "
// followed by columns.
func columns(s *sitetest.Site) (tables map[string]table) {
	s.T.Helper()
	text, err := os.ReadFile("columns.yaml")
	if err != nil {
		s.T.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &tables); err != nil {
		s.T.Fatal(err)
	}
	rows, err := s.DB.Pool.Query(s.T.Context(), `SELECT relname, string_to_array(substr(said, length('Tells of nobody: ') + 1), ', ')
		FROM pg_class, obj_description(oid, 'pg_class') AS said WHERE said LIKE 'Tells of nobody: %'`)
	if err != nil {
		s.T.Fatal(err)
	}
	for name, nobody := range byTable(s, rows) {
		said := tables[name]
		said.Nobody = append(said.Nobody, nobody...)
		tables[name] = said
	}
	return tables
}

// schema returns the columns of every table by its name.
func schema(s *sitetest.Site) map[string][]string {
	s.T.Helper()
	rows, err := s.DB.Pool.Query(s.T.Context(), `SELECT c.relname, array_agg(a.attname::text ORDER BY a.attname::text) FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace GROUP BY 1`)
	if err != nil {
		s.T.Fatal(err)
	}
	return byTable(s, rows)
}

func byTable(s *sitetest.Site, rows pgx.Rows) map[string][]string {
	s.T.Helper()
	type row struct {
		Name    string
		Columns []string
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		s.T.Fatal(err)
	}
	out := map[string][]string{}
	for _, r := range all {
		out[r.Name] = r.Columns
	}
	return out
}

// A new column needs an entry in columns.yaml or in its table's comment, and
// personal data must be mentioned in /privacy.
func TestPrivacyPageMentionsEveryColumn(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	s := &sitetest.Site{T: t, DB: d}
	page, err := legal.Parts()
	if err != nil {
		t.Fatal(err)
	}
	listed, there := columns(s), schema(s)
	for name, table := range listed {
		if _, is := there[name]; !is {
			t.Errorf("columns.yaml has the table %s, which is not there", name)
		}
		for _, words := range []map[string]string{table.Told, table.Names} {
			for column, said := range words {
				if said == "" || !strings.Contains(page, said) {
					t.Errorf("the page doesn't mention %s.%s: %q", name, column, said)
				}
			}
		}
	}
	for name, is := range there {
		slices.Sort(is)
		switch said := listed[name].columns(); {
		case len(said) == 0:
			t.Errorf("%s isn't described: add COMMENT ON TABLE %s IS 'Tells of nobody: %s' to its migration, or its columns to columns.yaml", name, name, strings.Join(is, ", "))
		case !slices.Equal(said, is):
			t.Errorf("columns.yaml or the table's comment lists %v for %s; it has %v", said, name, is)
		}
	}
	s.Exec("CREATE TABLE own_words (code text, id bigint)")
	s.Exec("COMMENT ON TABLE own_words IS 'Tells of nobody: code, id'")
	if said := columns(s)["own_words"].columns(); !slices.Equal(said, []string{"code", "id"}) {
		t.Errorf("a table's comment says that it has no personal data; got %v", said)
	}
}

// After an erasure, no column may have the person. Before, every personal
// column must, or the test would prove nothing.
func erasureClearsEveryTable(t *testing.T, s *sitetest.Site) {
	const email = "planted@thriftwell.example"
	s.Send("/api/subscribers", sitetest.Jane("email", email, "lastName", "Plantedname", "phone", "207-555-0123", "tcpaConsent", true))
	s.Send("/api/contact", sitetest.Note("email", email, "lastName", "Plantedname"))
	if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), email, session.Admin); err != nil {
		t.Fatal(err)
	}
	s.Quiet()
	plant(s, email)
	for name, table := range columns(s) {
		for column := range table.Names {
			if n := s.Count("SELECT count(*) FROM "+name+" t WHERE strpos(t."+column+"::text, $1) + strpos(t."+column+"::text, 'Plantedname') > 0", email); n == 0 {
				t.Errorf("%s.%s has no test data", name, column)
			}
		}
	}
	for _, word := range []string{email, "Plantedname"} {
		if missed := without(showing(s, word), columns(s)); len(missed) > 0 {
			t.Errorf("columns.yaml doesn't say that %v can identify a person", missed)
		}
	}
	if err := s.People.Erase(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{email, "Plantedname", "planted-picture"} {
		if tables := showing(s, word); len(tables) > 0 {
			t.Errorf("%v still show %q", tables, word)
		}
	}
}

// without returns the tables without personal data according to columns.yaml.
func without(found []string, listed map[string]table) (missed []string) {
	for _, name := range found {
		if len(listed[name].Names) == 0 {
			missed = append(missed, name)
		}
	}
	return missed
}

// plant makes a person sign in and work here, so that every feature has their data.
func plant(s *sitetest.Site, email string) {
	s.T.Helper()
	_, secret, err := s.Auth.CreateToken(s.T.Context(), session.CommandLine(), auth.NewToken{Email: email, Role: session.Admin, Days: 1})
	if err != nil {
		s.T.Fatal(err)
	}
	do := func(method, path, body, kind string) {
		s.T.Helper()
		if a := s.Call(method, path, body, "Authorization", "Bearer "+secret, "Content-Type", kind); a.Status >= 300 {
			s.T.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
		}
	}
	const asJSON = "application/json"
	createTokenAs(s, email)
	do("POST", "/api/admin/articles", `{"title":"Of one who leaves","slug":"planted"}`, asJSON)
	do("PUT", fmt.Sprintf("/api/admin/articles/%d/working-copy", s.IDOf("articles", "planted")), `{"draft":{}}`, asJSON)
	do("POST", "/api/admin/guides", `{"title":"Of one who leaves","slug":"planted"}`, asJSON)
	do("POST", "/api/admin/letters", `{"subject":"Of one who leaves"}`, asJSON)
	do("POST", "/api/admin/advertisers", `{"name":"Norvexa","preset":"own","contactName":"Plantedname","contactEmail":"`+email+`"}`, asJSON)
	s.Exec("UPDATE advertisers SET contact_phone = 'Plantedname' WHERE contact_email = $1", email)
	do("POST", fmt.Sprintf("/api/admin/advertisers/%d/import", s.Count("SELECT max(id) FROM advertisers")), "clickid,payout\nunknown,5\n", "text/csv")
	s.Send("/api/contact", sitetest.Note())
	message := sitetest.Must[[]struct{ ID string }](s.As("admin"), "GET", "/api/admin/messages?q=joe@example.com", nil)[0]
	do("PUT", "/api/admin/messages/"+message.ID, `{"answered":true,"version":1}`, asJSON)
	s.Exec("UPDATE users SET first_name = 'Plantedname', last_name = 'Plantedname', display_name = 'Plantedname' WHERE email = $1", email)
	s.Exec("INSERT INTO invitations (email, role) VALUES ($1, 'editor')", email)
	user := s.Count("SELECT id FROM users WHERE email = $1", email)
	s.Exec("INSERT INTO identities (provider, subject, user_id) VALUES ('google', 'Plantedname', $1)", user)
	s.Exec("INSERT INTO avatars (user_id, hash, content_type, image) VALUES ($1, 'x', 'image/png', 'planted-picture')", user)
	s.Exec("INSERT INTO sessions (id_hash, user_id, role, provider, idle_until, expires_at) VALUES ('x', $1, 'visitor', 'google', now(), now())", user)
	s.Exec("INSERT INTO weekly_mails (user_id, due) VALUES ($1, now())", user)
	s.As("admin").Edit("PUT", fmt.Sprintf("/api/admin/users/%d", user), sitetest.M{"role": "editor"}) // logged with the name
}
