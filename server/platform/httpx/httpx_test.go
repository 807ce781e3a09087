package httpx_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

func serve(t *testing.T, handlers ...gin.HandlerFunc) *httptest.Server {
	t.Helper()
	gin.SetMode(gin.TestMode)
	r := gin.New()
	sameOrigin, err := httpx.SameOrigin("http://site.example")
	if err != nil {
		t.Fatal(err)
	}
	r.Use(httpx.Log(slog.New(slog.DiscardHandler)), httpx.Recover(), httpx.SecureHeaders("", false), sameOrigin, httpx.LimitBody(1024))
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

func TestAFaultIsAnsweredAsAProblem(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error {
		return fault.Form([]fault.Field{{Field: "email", Message: "Please enter a valid email address."}})
	}))
	res, err := http.Get(s.URL)
	status, p, h := answer(t, res, err)
	if status != 400 || p.Detail != "Please enter a valid email address." || len(p.Errors) != 1 || h.Get("Content-Type") != "application/problem+json" {
		t.Errorf("got %d %+v", status, p)
	}
}

func TestInternalsNeverReachAPerson(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error { return errors.New("secret table users") }))
	res, err := http.Get(s.URL)
	status, p, _ := answer(t, res, err)
	if status != 500 || p.Detail != "Something went wrong." || p.RequestID == "" {
		t.Errorf("got %d %+v", status, p)
	}
}

func TestAPanicIsAnswered(t *testing.T) {
	s := serve(t, func(*gin.Context) { panic("boom") })
	res, err := http.Get(s.URL)
	if status, p, _ := answer(t, res, err); status != 500 || strings.Contains(p.Detail, "boom") {
		t.Errorf("got %d %+v", status, p)
	}
}

func TestAPanicInMidAnswerBreaksTheConnection(t *testing.T) {
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
		t.Error("half an answer looked whole")
	}
}

func TestBusyNamesWhenToComeBack(t *testing.T) {
	s := serve(t, httpx.Handle(func(*gin.Context) error { return fault.Busy("Later.", 1500*time.Millisecond, nil) }))
	res, err := http.Get(s.URL)
	if status, _, h := answer(t, res, err); status != 503 || h.Get("Retry-After") != "2" {
		t.Errorf("got %d, Retry-After %q", status, h.Get("Retry-After"))
	}
}

func TestWhatABodyMayBe(t *testing.T) {
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

func TestAWriteFromAnotherSiteIsRefused(t *testing.T) {
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
