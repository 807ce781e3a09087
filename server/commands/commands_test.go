package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
)

// answer is the result of a command.
type answer struct {
	code     int
	out, err string
	site     string // the site that it printed
}

// run runs a command with only settings in its environment.
func run(t *testing.T, settings []string, args ...string) answer {
	t.Helper()
	var out, errOut bytes.Buffer
	code := Run(t.Context(), args, settings, &out, &errOut)
	a := answer{code: code, out: out.String(), err: errOut.String()}
	if rest, says := strings.CutPrefix(a.err, "Site: "); says {
		a.site, a.err, _ = strings.Cut(rest, "\n")
	}
	return a
}

// broken returns settings with which nothing can run.
func broken() []string { return []string{"PORT=http", "DATABASE_URL=nowhere"} }

// onDatabase returns settings with the test's own database.
func onDatabase(t *testing.T) []string {
	return []string{"DATABASE_URL=" + dbtest.New(t), "DATA_DIR=" + t.TempDir()}
}

// paths lists the commands with their parents.
func paths(c *cobra.Command, before ...string) [][]string {
	out := [][]string{before}
	for _, sub := range c.Commands() {
		out = append(out, paths(sub, append(before[:len(before):len(before)], sub.Name())...)...)
	}
	return out
}

func TestHelpRunsNothing(t *testing.T) {
	all := paths((&line{}).command())
	if len(all) < 15 {
		t.Fatalf("only %d commands", len(all))
	}
	for _, path := range all {
		for _, help := range []string{"--help", "-h"} {
			a := run(t, broken(), append(path, help)...)
			if usage := "server " + strings.Join(path, " "); a.code != 0 || a.err != "" || !strings.Contains(a.out, "Usage:\n  "+strings.TrimSpace(usage)) {
				t.Errorf("%v %s: %+v", path, help, a)
			}
		}
	}
}

func TestInvalidCommandLinesRunNothing(t *testing.T) {
	for _, args := range [][]string{
		{}, {"fly"}, {"--fast"}, {"serve", "now"}, {"migrate", "--down"}, {"rekey", "--force"}, {"doctor", "who"},
		{"keys"}, {"keys", "new", "one"}, {"keys", "dkim"}, {"keys", "dkim", "--domain"}, {"token"}, {"token", "burn"}, {"token", "list", "all"}, {"token", "revoke", "--id", "one"}, {"person"}, {"person", "praise"}, {"person", "revoke"},
		{"export"}, {"export", "a", "b"}, {"import"}, {"import", "a", "--force"}, {"backup"}, {"backup", "a", "b"}, {"restore"}, {"restore", "a", "--force"},
		{"role", "--email", "jane@example.com", "--role", "king"}, {"token", "create"}, {"token", "create", "--email", "x", "--role", "admin"},
		{"token", "create", "--email", "a@b.example", "--role", "admin", "--days", "0"}, {"token", "revoke"},
		{"person", "export", "--email", "jane"}, {"person", "erase"}, {"person", "suppress", "--email", "a@b.example", "--reason", "dislike"},
		{"person", "revoke", "--phone", "1"}, {"person", "revoke", "--email", "a@b.example", "--means", "mail"},
		{"events", "rejudge", "--from", "2026-02-30"}, {"events", "rejudge", "--from", "2026-03-02", "--to", "2026-03-01"}, {"events", "export", "out", "--from", "2026-03-02", "--to", "2026-03-01"},
		{"seed", "--again", "articles/none.md"}, {"seed", "--again", "articles"}, {"spool", "replay", "/nowhere"}, {"export", "."}, {"import", "/nowhere"},
		{"backup", "/nowhere/file"}, {"backup", "."}, {"restore", "/nowhere"}, {"restore", "commands.go", "--identity", "/nowhere"},
	} {
		if a := run(t, broken(), args...); a.code != 2 || a.out != "" || !strings.Contains(a.err, "--help") || strings.Contains(a.err, "PORT") {
			t.Errorf("%v: %+v", args, a)
		}
	}
}

func TestVersionAndCompletion(t *testing.T) {
	if a := run(t, broken(), "--version"); a.code != 0 || !strings.HasPrefix(a.out, "server version ") {
		t.Errorf("%+v", a)
	}
	if a := run(t, broken(), "completion", "bash"); a.code != 0 || !strings.Contains(a.out, "complete -o default") {
		t.Errorf("%d %s", a.code, a.err)
	}
	for want, args := range map[string][]string{"rekey": {"re"}, "revoke": {"token", ""}, "marketer": {"role", "--role", ""}} {
		if a := run(t, broken(), append([]string{cobra.ShellCompNoDescRequestCmd}, args...)...); !strings.Contains(a.out, want+"\n") {
			t.Errorf("after %v: %s", args, a.out)
		}
	}
}

func TestCommandsReportWrongSettings(t *testing.T) {
	if a := run(t, broken(), "token", "list"); a.code != 1 || !strings.Contains(a.err, "PORT") || !strings.Contains(a.err, "DATABASE_URL") {
		t.Errorf("%+v", a)
	}
}

func TestRekeyReplacesAKey(t *testing.T) {
	newKey := func() string {
		a := run(t, broken(), "keys", "new")
		if a.code != 0 || a.err != "" || strings.Count(a.out, "\n") != 1 {
			t.Fatalf("%+v", a)
		}
		return strings.TrimSpace(a.out)
	}
	older, newer, settings := newKey(), newKey(), onDatabase(t)
	rekey := func(keys string) answer { return run(t, append(settings, "DATA_KEYS="+keys), "rekey") }
	for _, keys := range []string{older, newer + "," + older, newer} {
		if a := rekey(keys); a.code != 0 {
			t.Errorf("%+v", a)
		}
	}
	if a := rekey(older); a.code != 1 || !strings.Contains(a.err, "encrypted with other keys") {
		t.Errorf("with the removed key: %+v", a)
	}
}

func TestENV_FILEIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings")
	if err := os.WriteFile(file, []byte("PORT=http\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if a := run(t, []string{"ENV_FILE=" + file}, "token", "list"); a.code != 1 || !strings.Contains(a.err, "couldn't read PORT") {
		t.Errorf("%+v", a)
	}
}

func TestTokensAreCreatedListedAndRevokedOnARunningSite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	settings := onDatabase(t)
	url := serve(t, settings)
	command := func(args ...string) string {
		t.Helper()
		a := run(t, settings, append([]string{"token"}, args...)...)
		if a.code != 0 {
			t.Fatalf("%v: %+v", args, a)
		}
		return a.out
	}
	lines := strings.Split(strings.TrimSuffix(command("create", "--email", "Robot@example.com", "--role", "marketer"), "\n"), "\n")
	secret := lines[len(lines)-1]
	user := func() (int, string) {
		req, _ := http.NewRequest("GET", url+"/api/auth/user", nil)
		req.Header.Set("Authorization", "Bearer "+secret)
		return get(t, req)
	}
	if status, body := user(); status != 200 || !strings.Contains(body, `"robot@example.com"`) {
		t.Fatalf("%q: %d %s", secret, status, body)
	}
	if list := command("list"); !strings.Contains(list, "robot@example.com\tmarketer") || strings.Contains(list, secret) {
		t.Errorf("list: %s", list)
	}
	command("revoke", "--id", "1")
	if status, _ := user(); status != 401 {
		t.Errorf("after revoking: %d", status)
	}
	if a := run(t, settings, "token", "revoke", "--id", "99"); a.code != 1 || a.out != "" || a.err == "" {
		t.Errorf("%+v", a)
	}
}

func TestOutputOfTheOtherCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	settings := onDatabase(t)
	for _, c := range []struct{ args, want string }{
		{"migrate", ""},
		{"role --email jane@example.com --role editor", "jane@example.com will become editor at the first sign-in.\n"},
		{"sign-in-link --email jane@example.com", "/api/auth/mail/link?token="},
		{"person export --email jane@example.com", `"subscriber": null`},
		{"person revoke --email joe@example.com", "This address isn't subscribed"},
		{"person revoke --phone 201-555-0123 --means phone", "No one gets calls or texts at this number"},
		{"person suppress --email jane@example.com", "This address won't get email anymore.\n"},
		{"person erase --email jane@example.com", "Erased. The consent record"},
		{"person erase --email jnae@example.com", "No data found for this address. Check the spelling.\n"},
		{"rekey", "Encrypted again: the keys of 0 people, 0 messages, and the site's secret.\n"},
	} {
		if a := run(t, settings, strings.Fields(c.args)...); a.code != 0 || !strings.Contains(a.out, c.want) || a.err != "" {
			t.Errorf("%s: %+v", c.args, a)
		}
	}
}

// serve runs the site until the test ends and returns its address.
func serve(t *testing.T, settings []string) (url string) {
	t.Helper()
	port := sitetest.FreePort(t)
	url = fmt.Sprint("http://127.0.0.1:", port)
	t.Chdir("../..")
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan answer)
	go func() {
		var errOut bytes.Buffer
		code := Run(ctx, []string{"serve"}, append([]string{fmt.Sprint("PORT=", port), "RENDER_WORKERS=1"}, settings...), io.Discard, &errOut)
		ended <- answer{code: code, err: errOut.String()}
	}()
	t.Cleanup(func() {
		stop()
		if a := <-ended; a.code != 0 {
			t.Errorf("serve: %+v", a)
		}
	})
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if res, err := http.Get(url + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return url
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the site does not start")
		}
	}
}

func get(t *testing.T, req *http.Request) (int, string) {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}
