package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/vault"
)

// site is a production site that lacks what the page asks for.
type site struct {
	t       *testing.T
	page    *page
	handler http.Handler
	log     *bytes.Buffer
	environ []string
}

func newSite(t *testing.T, settings ...string) *site {
	t.Helper()
	environ := append([]string{"APP_ENV=production", "BASE_URL=https://www.example.com", "TRUSTED_PROXIES=none", "DATA_DIR=" + t.TempDir()}, settings...)
	c, err := config.Load(environ)
	if !Covers(err) {
		t.Fatal(err)
	}
	s := &site{t: t, log: &bytes.Buffer{}, environ: environ}
	given := func(name string) bool { return strings.Contains("\n"+strings.Join(environ, "\n"), "\n"+name+"=") }
	s.page = &page{draft: filepath.Join(c.DataDir, draftFile), code: codeFile(c), done: make(chan struct{}), Options: Options{
		Config: c, Given: given, Log: slog.New(slog.NewTextHandler(s.log, nil)),
		Load: func(answers map[string]string) (config.Config, error) {
			all := environ
			for name, value := range answers {
				if !given(name) {
					all = append(all[:len(all):len(all)], name+"="+value)
				}
			}
			return config.Load(all)
		},
	}}
	if _, err := readOrMake(s.page.code); err != nil {
		t.Fatal(err)
	}
	s.handler = s.page.handler()
	return s
}

func (s *site) code() string {
	s.t.Helper()
	code, err := Code(s.page.Config)
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

func (s *site) post(code string, form map[string]string) *httptest.ResponseRecorder {
	sent := url.Values{"code": {code}}
	for name, value := range form {
		sent.Set(name, value)
	}
	r := httptest.NewRequest(http.MethodPost, "/setup", strings.NewReader(sent.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func complete() map[string]string {
	return map[string]string{
		"owner": "jane@example.org", "siteName": "Penny $mart & Sons", "postalAddress": "1 Main Street, Springfield, IL 62701", "support": "help@example.org",
		"sender": "news@example.org", "mailServer": "mail.example.org", "mailPort": "465", "mailUser": "jane@example.org", "mailPassword": `p@ss $word "1"#`, "content": "empty",
	}
}

func with(form map[string]string, more ...string) map[string]string {
	form = maps.Clone(form)
	for i := 0; i < len(more); i += 2 {
		form[more[i]] = more[i+1]
	}
	return form
}

func TestAllAddressesLeadToThePageWhichShowsNothingWithoutTheCode(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]int{"/": 302, "/articles": 302, "/setup": 200, "/healthz": 200, "/readyz": 503} {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != want || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d", path, w.Code)
		}
		if strings.Contains(w.Body.String(), "Postal address") {
			t.Errorf("%s shows the form", path)
		}
	}
	if w := s.post("", complete()); w.Code != 403 {
		t.Errorf("without a code: %d", w.Code)
	}
	if _, err := os.Stat(s.page.draft); err == nil {
		t.Error("answers without the code were saved")
	}
}

func TestFiveWrongCodesBringANewOneInTheLog(t *testing.T) {
	s := newSite(t)
	first := s.code()
	for range 5 {
		s.post("AAAA-AAAA", nil)
	}
	if s.post(first, nil).Code != 403 {
		t.Error("the old code is still good")
	}
	if second := s.code(); second == first || !strings.Contains(s.log.String(), second) || s.post(second, nil).Code != 200 {
		t.Errorf("the new code is %s, and the log says %s", second, s.log)
	}
}

func TestWrongCodesOfOthersDoNotShutOutWhoIsIn(t *testing.T) {
	s := newSite(t)
	first := s.code()
	if s.post(strings.ToLower(strings.ReplaceAll(first, "-", " ")), nil).Code != 200 {
		t.Error("the code is refused in lower case")
	}
	for range 5 {
		s.post("AAAA-AAAA", nil)
	}
	if s.code() == first || s.post(first, complete()).Code != 200 {
		t.Error("the form that was open is refused")
	}
	if s.post("", nil).Code != 403 {
		t.Error("no code is a code")
	}
}

func TestUnfinishedAnswersAreThereTheNextTime(t *testing.T) {
	s := newSite(t)
	w := s.post(s.code(), with(complete(), "do", "finish", "support", "nobody", "owner", ""))
	if w.Code != 422 || strings.Count(w.Body.String(), `class="wrong"`) != 2 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	again := s.post(s.code(), nil).Body.String()
	for _, want := range []string{`value="Penny $mart &amp; Sons"`, `value="nobody"`, "Saved. Leave empty to keep it.", `value="empty" checked`} {
		if !strings.Contains(again, want) {
			t.Errorf("lacks %s in %s", want, again)
		}
	}
	if strings.Contains(again, "p@ss") {
		t.Error("the password is shown")
	}
	if w := s.post(s.code(), map[string]string{"do": "finish", "support": "help@example.org", "owner": "jane@example.org", "mailPassword": ""}); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if c := s.restarted(); c.SupportEmail != "help@example.org" || !strings.Contains(c.SMTPURL, "p%40ss") {
		t.Errorf("%+v", c)
	}
}

// restarted returns the settings of the next start.
func (s *site) restarted() config.Config {
	s.t.Helper()
	environ, err := s.page.Config.WithSetup(s.environ)
	if err != nil {
		s.t.Fatal(err)
	}
	c, err := config.Load(environ)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func TestTheNextStartHasTheAnswersAndTheEnvironmentWins(t *testing.T) {
	s := newSite(t, "SITE_NAME=Ours")
	w := s.post(s.code(), with(complete(), "do", "finish"))
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	select {
	case <-s.page.done:
	default:
		t.Error("the site doesn't go on")
	}
	c := s.restarted()
	if c.SiteName != "Ours" || c.AdminEmails[0] != "jane@example.org" || c.AffiliateEmail != "help@example.org" || c.StartingContent != "empty" || c.Keys == nil || !strings.Contains(w.Body.String(), "DATA_KEYS="+strings.ReplaceAll(c.DataKeys, "+", "&#43;")) {
		t.Errorf("%+v", c)
	}
	u, err := url.Parse(c.SMTPURL)
	if password, _ := u.User.Password(); err != nil || u.Scheme != "smtps" || password != complete()["mailPassword"] {
		t.Errorf("%s: %v", c.SMTPURL, err)
	}
	if info, err := os.Stat(c.SetupFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if left, err := filepath.Glob(filepath.Join(c.DataDir, "setup*")); err != nil || len(left) != 1 {
		t.Errorf("left: %v %v", left, err)
	}
}

func TestATestEmailThatCannotGoOutSaysSoAndFinishesNothing(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	s := newSite(t)
	w := s.post(s.code(), with(complete(), "do", "test", "mailServer", "127.0.0.1", "mailPort", fmt.Sprint(closed.Addr().(*net.TCPAddr).Port)))
	if w.Code != 200 || !strings.Contains(w.Body.String(), "We couldn&#39;t send the test email: nothing answers at "+closed.Addr().String()+".") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if _, err := os.Stat(s.page.Config.SetupFile()); err == nil {
		t.Error("setup is finished")
	}
}

func TestOnlyWhatThePageAsksForIsLeftToIt(t *testing.T) {
	_, err := config.Load([]string{"APP_ENV=production", "BASE_URL=http://www.example.com", "TRUSTED_PROXIES=none"})
	if Covers(err) {
		t.Errorf("the page would not set BASE_URL: %v", err)
	}
	if _, err := config.Load([]string{"APP_ENV=production", "BASE_URL=https://www.example.com", "TRUSTED_PROXIES=none", "PORT=x"}); Covers(err) {
		t.Errorf("the page would not set PORT: %v", err)
	}
}

func TestValuesAreReadBackAsTheyWereEntered(t *testing.T) {
	for _, value := range []string{"007", "+5", `a\$b`, `a\\$B`, "$SITE_NAME", "${SITE_NAME}", `"`, "it's #1", "a`b`!", `\n`, "a\nb=c", "= x =", `\`, "1 Main St\r\nADMIN_EMAILS=evil@example.org"} {
		s := newSite(t)
		if w := s.post(s.code(), with(complete(), "do", "finish", "postalAddress", value)); w.Code != 200 {
			t.Errorf("%q: %d", value, w.Code)
			continue
		}
		if c := s.restarted(); c.PostalAddress != value || c.AdminEmails[0] != "jane@example.org" {
			t.Errorf("%q was read back as %q", value, c.PostalAddress)
		}
	}
}

func TestTheEnvironmentWinsWithAValueThatEndsInAnEqualsSign(t *testing.T) {
	keys := vault.NewDatedPair()
	if !strings.HasSuffix(keys, "=") {
		t.Fatal("keys no longer end so")
	}
	file := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(file, []byte(keys), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := newSite(t)
	given := newSite(t, "DATA_KEYS="+keys)
	for _, s := range []*site{asked, given} {
		if w := s.post(s.code(), with(complete(), "do", "finish")); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if c := given.restarted(); c.DataKeys != keys {
		t.Errorf("DATA_KEYS of before are %s", c.DataKeys)
	}
	before := asked.environ
	for _, later := range []string{"DATA_KEYS=" + keys, "DATA_KEYS_FILE=" + file} {
		asked.environ = append(before[:len(before):len(before)], later)
		if c := asked.restarted(); c.DataKeys != keys {
			t.Errorf("with %s: %s", later, c.DataKeys)
		}
	}
}

func TestASecondPressOfFinishIsToldThatTheSiteIsSetUp(t *testing.T) {
	s := newSite(t)
	code := s.code()
	if w := s.post(code, with(complete(), "do", "finish")); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := s.post(code, with(complete(), "do", "finish")); w.Code != 409 || !strings.Contains(w.Body.String(), "This site is set up") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if _, err := Code(s.page.Config); !errors.Is(err, ErrNotWaiting) {
		t.Errorf("there is a code again: %v", err)
	}
}

func TestASlowRequestKeepsNobodyWaiting(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	body, typing := io.Pipe()
	reading := make(chan struct{})
	slow, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/setup", body)
	if err != nil {
		t.Fatal(err)
	}
	slow.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	go func() {
		if res, err := http.DefaultClient.Do(slow); err == nil {
			res.Body.Close()
		}
		close(reading)
	}()
	if _, err := typing.Write(bytes.Repeat([]byte("a"), 8<<10)); err != nil {
		t.Fatal(err)
	}
	if w := s.post(s.code(), nil); w.Code != 200 {
		t.Errorf("%d", w.Code)
	}
	typing.Close()
	<-reading
}
