package httpx_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

func serve(t *testing.T, handlers ...gin.HandlerFunc) *httptest.Server {
	t.Helper()
	return serveAndLog(t, slog.New(slog.DiscardHandler), handlers...)
}

func serveAndLog(t *testing.T, log *slog.Logger, handlers ...gin.HandlerFunc) *httptest.Server {
	t.Helper()
	gin.SetMode(gin.TestMode)
	r := gin.New()
	sameOrigin, err := httpx.SameOrigin("http://site.example")
	if err != nil {
		t.Fatal(err)
	}
	r.Use(httpx.Log(log, strings.ToUpper), httpx.Recover(), httpx.SecureHeaders(httpx.Policy("/reports"), "/reports", false), sameOrigin, httpx.LimitBody(1024))
	r.Any("/", handlers...)
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	return s
}

func answer(t *testing.T, res *http.Response, err error) (int, httpx.Problem, http.Header) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var p httpx.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return res.StatusCode, p, res.Header
}

func TestFaultsBecomeProblems(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error {
		return fault.Form([]fault.Field{{Field: "email", Message: "Please enter a valid email address."}})
	}))
	res, err := http.Get(s.URL)
	status, p, h := answer(t, res, err)
	if status != 400 || p.Detail != "Please enter a valid email address." || len(p.Errors) != 1 || h.Get("Content-Type") != "application/problem+json" {
		t.Errorf("got %d %+v", status, p)
	}
}

func TestInternalErrorsAreNotShown(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error { return errors.New("secret table users") }))
	res, err := http.Get(s.URL)
	status, p, _ := answer(t, res, err)
	if status != 500 || p.Detail != "Something went wrong." || p.RequestID == "" {
		t.Errorf("got %d %+v", status, p)
	}
	req, err := http.NewRequest("GET", s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	if res, err = http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if page, _ := io.ReadAll(res.Body); !strings.Contains(string(page), "Something went wrong. (Request ID: ") {
		t.Errorf("its page: %s", page)
	}
}

func TestAClientThatLeavesIsNoError(t *testing.T) {
	whyNot := []func(context.Context) error{
		context.Context.Err,
		func(context.Context) error { return sql.ErrTxDone }, // its transaction ends with it
	}
	for _, why := range whyNot {
		var out bytes.Buffer
		came := make(chan struct{})
		s := serveAndLog(t, slog.New(slog.NewTextHandler(&out, nil)), httpx.Handle(func(c *gin.Context) error {
			close(came)
			<-c.Request.Context().Done()
			return fmt.Errorf("read: %w", why(c.Request.Context()))
		}))
		ctx, leave := context.WithCancel(t.Context())
		go func() { <-came; leave() }()
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
		if res, err := http.DefaultClient.Do(req); err == nil {
			t.Error("answered", res.Body.Close())
		}
		leave()
		s.Close() // once the request is over
		if log := out.String(); !strings.Contains(log, "level=INFO msg=request") || !strings.Contains(log, "status=499") || strings.Contains(log, "ERROR") {
			t.Errorf("logged: %s", log)
		}
	}
}

func TestRequestsAreLoggedOnOneLineWithoutQuery(t *testing.T) {
	var out bytes.Buffer
	s := serveAndLog(t, slog.New(slog.NewTextHandler(&out, nil)), func(c *gin.Context) { c.String(200, "hello") })
	if _, err := http.Get(s.URL + "/?email=ann@reader.example"); err != nil {
		t.Fatal(err)
	}
	s.Close() // the line is written after the answer
	line := regexp.MustCompile(`^time=\S+ level=INFO msg=request id=\w+ method=GET path=/ status=200 bytes=5 took=\S+\n$`)
	if !line.MatchString(out.String()) {
		t.Errorf("got %q", out.String())
	}
}

func TestErrorIDsAreLogged(t *testing.T) {
	var out bytes.Buffer
	s := serveAndLog(t, slog.New(slog.NewTextHandler(&out, nil)), httpx.Handle(func(*gin.Context) error { return errors.New("oh") }))
	res, err := http.Get(s.URL)
	_, p, _ := answer(t, res, err)
	s.Close()
	if want := "level=ERROR msg=request id=" + p.RequestID + " "; p.RequestID == "" || !strings.Contains(out.String(), want) {
		t.Errorf("%q is not in %q", want, out.String())
	}
}

func TestPanicsAreAnswered(t *testing.T) {
	s := serve(t, func(*gin.Context) { panic("boom") })
	res, err := http.Get(s.URL)
	if status, p, _ := answer(t, res, err); status != 500 || strings.Contains(p.Detail, "boom") {
		t.Errorf("got %d %+v", status, p)
	}
}

func TestAPanicDuringTheAnswerAbortsTheConnection(t *testing.T) {
	s := serve(t, func(c *gin.Context) {
		c.Writer.Header().Set("Content-Length", "100")
		_, _ = c.Writer.WriteString("half")
		c.Writer.Flush()
		panic("boom")
	})
	res, err := http.Get(s.URL)
	if err != nil {
		return
	}
	defer res.Body.Close()
	if _, err := io.ReadAll(res.Body); err == nil {
		t.Error("a partial answer looked complete")
	}
}

func TestBusySetsRetryAfter(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error { return fault.Busy("Later.", 1500*time.Millisecond, nil) }))
	res, err := http.Get(s.URL)
	if status, _, h := answer(t, res, err); status != 503 || h.Get("Retry-After") != "2" {
		t.Errorf("got %d, Retry-After %q", status, h.Get("Retry-After"))
	}
}

func TestOnlyAClosedDatabaseIsRetried(t *testing.T) {
	for severity, want := range map[string]int{"FATAL": 503, "ERROR": 500} {
		s := serve(t, httpx.Handle(func(*gin.Context) error {
			return fmt.Errorf("count: %w", &pgconn.PgError{Severity: severity, Code: "55000"})
		}))
		res, failed := http.Get(s.URL)
		if status, _, _ := answer(t, res, failed); status != want {
			t.Errorf("%s: %d", severity, status)
		}
	}
}

func TestAFullDiskIsNamed(t *testing.T) {
	for _, err := range []error{&fs.PathError{Op: "write", Path: "/secret", Err: syscall.ENOSPC}, fmt.Errorf("save: %w", &pgconn.PgError{Code: "53100"})} {
		s := serve(t, httpx.Handle(func(*gin.Context) error { return err }))
		res, failed := http.Get(s.URL)
		if status, p, h := answer(t, res, failed); status != 503 || !strings.HasSuffix(p.Detail, "the site’s disk is full. Try again later.") || h.Get("Retry-After") != "60" {
			t.Errorf("%v: %d %+v", err, status, p)
		}
	}
}

func TestReadJSON(t *testing.T) {
	s := serve(t, httpx.Handle(func(c *gin.Context) error {
		var in struct {
			Name string `json:"name"`
			Age  int    `json:"age"`
		}
		if err := httpx.ReadJSON(c, &in); err != nil {
			return err
		}
		c.JSON(200, httpx.Problem{Detail: in.Name})
		return nil
	}))
	for _, c := range []struct {
		name, contentType, body string
		status                  int
		field                   string
	}{
		{"an object", "application/json", `{"name":"x","other":1}`, 200, ""},
		{"an object with a charset", "application/json; charset=utf-8", `{"name":"x"}`, 200, ""},
		{"nothing", "application/json", ``, 400, ""},
		{"an array", "application/json", `[]`, 400, ""},
		{"null bytes", "application/json", `{"name":"a\u0000"}`, 400, ""},
		{"half an object", "application/json", `{"name":`, 400, ""},
		{"a wrong type", "application/json", `{"age":"old"}`, 400, "age"},
		{"a form", "application/x-www-form-urlencoded", `name=x`, 415, ""},
		{"too much", "application/json", `{"name":"` + strings.Repeat("x", 2000) + `"}`, 413, ""},
	} {
		res, err := http.Post(s.URL, c.contentType, strings.NewReader(c.body))
		status, p, _ := answer(t, res, err)
		if status != c.status || (c.field != "" && (len(p.Errors) == 0 || p.Errors[0].Field != c.field)) {
			t.Errorf("%s: got %d %+v, want %d", c.name, status, p, c.status)
		}
	}
}

func TestLimitBodyLimitsForms(t *testing.T) {
	t.Parallel()
	s := serve(t, httpx.Handle(func(c *gin.Context) error {
		c.JSON(200, httpx.Problem{Detail: c.PostForm("name")})
		return nil
	}))
	for size, want := range map[int]int{10: 200, 2000: 413} {
		text := strings.Repeat("x", size)
		for name, body := range map[string]io.Reader{"whole": strings.NewReader("name=" + text), "in chunks": io.MultiReader(strings.NewReader("name="), strings.NewReader(text))} {
			res, err := http.Post(s.URL, "application/x-www-form-urlencoded; charset=utf-8", body)
			if status, p, _ := answer(t, res, err); status != want || want == 200 && p.Detail != text {
				t.Errorf("%d bytes, %s: %d %+v", size, name, status, p)
			}
		}
	}
}

func TestReadStrictJSONRejectsUnknownFields(t *testing.T) {
	s := serve(t, httpx.Handle(func(c *gin.Context) error {
		var in struct {
			Name string `json:"name"`
			Tags []struct {
				Tag string `json:"tag"`
			} `json:"tags"`
		}
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
		c.JSON(200, httpx.Problem{Detail: in.Name})
		return nil
	}))
	for body, field := range map[string]string{
		`{"name":"x","tags":[{"tag":"y"}]}`: "", `{"name":"x","other":1}`: "other", `{"tags":[{"colour":"red"}]}`: "colour", `{"name":1,"other":1}`: "name",
	} {
		res, err := http.Post(s.URL, "application/json", strings.NewReader(body))
		status, p, _ := answer(t, res, err)
		if field == "" && status != 200 || field != "" && (status != 400 || len(p.Errors) != 1 || p.Errors[0].Field != field) {
			t.Errorf("%s: got %d %+v", body, status, p)
		}
	}
}

func TestCrossSiteWritesAreRejected(t *testing.T) {
	s := serve(t, func(c *gin.Context) { c.JSON(200, httpx.Problem{}) })
	for origin, want := range map[string]int{"http://evil.example": 403, "http://site.example": 200} {
		req, _ := http.NewRequest("POST", s.URL, strings.NewReader("{}"))
		req.Header.Set("Origin", origin)
		res, err := http.DefaultClient.Do(req)
		if status, _, _ := answer(t, res, err); status != want {
			t.Errorf("from %s: got %d, want %d", origin, status, want)
		}
	}
}

func TestReadinessPollsAreNotLoggedAsErrors(t *testing.T) {
	var out bytes.Buffer
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.Use(httpx.Log(slog.New(slog.NewTextHandler(&out, nil)), strings.ToUpper))
	for _, path := range []string{"/readyz", "/guides"} {
		r.GET(path, func(c *gin.Context) { c.Status(http.StatusServiceUnavailable) })
		r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	if log := out.String(); strings.Contains(log, "readyz") || !strings.Contains(log, "level=ERROR msg=request") {
		t.Error(log)
	}
}

func TestCSVCellsAreNoFormulas(t *testing.T) {
	w := httptest.NewRecorder()
	c, _ := gin.CreateTestContext(w)
	type state string
	rows := [][]any{{-1}, {"-12.50"}, {"-7"}, {"-1-1"}, {"-1."}, {"- a"}, {"=1"}, {"+1"}, {"@a"}, {"|a"}, {"%a"}, {"\ta"}, {"\ra"}, {"\n=a"}, {state("=a")}, {"a=1"}, {""}}
	if err := httpx.SendCSV(c, "x", []string{"a"}, rows); err != nil {
		t.Fatal(err)
	}
	want := "a\r\n-1\r\n-12.50\r\n-7\r\n'-1-1\r\n'-1.\r\n'- a\r\n'=1\r\n'+1\r\n'@a\r\n'|a\r\n'%a\r\n'\ta\r\n\"'a\"\r\n\"'\r\n=a\"\r\n'=a\r\na=1\r\n\"\"\r\n"
	if got := w.Body.String(); got != want && got != strings.Replace(want, `""`, "", 1) {
		t.Errorf("%q", got)
	}
}

func TestFailedDownloadsAbortTheConnection(t *testing.T) {
	broken := errors.New("the database is gone")
	s := serve(t, httpx.Handle(func(c *gin.Context) error {
		return httpx.StreamCSV(c, "all", []string{"n"}, func(write func(row ...any) error) error {
			rows := 0
			if c.Query("early") == "" {
				rows = 100_000
			}
			for n := range rows {
				if err := write(n); err != nil {
					return err
				}
			}
			return broken
		})
	}))
	res, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if part, err := io.ReadAll(res.Body); err == nil || len(part) == 0 {
		t.Errorf("a partial file of %d bytes looked complete", len(part))
	}
	early, err := http.Get(s.URL + "?early=1")
	if err != nil {
		t.Fatal(err)
	}
	defer early.Body.Close()
	if early.StatusCode != http.StatusInternalServerError || early.Header.Get("Content-Disposition") != "" {
		t.Errorf("%d %v", early.StatusCode, early.Header)
	}
}
