package setup

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"sync"
	"time"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
)

//go:embed page.html
var files embed.FS

//go:embed page.css
var style string

// maxForm is how large a submitted form may be, in bytes, and mailTimeout how
// long the test email may take.
const (
	maxForm     = 64 << 10
	mailTimeout = 30 * time.Second
)

// page is the page at /setup.
type page struct {
	Options
	draft, code string // files
	mu          sync.Mutex
	wrongCodes  int    // in a row
	admitted    string // the code entered
	done        chan struct{}
}

// view is what the template shows.
type view struct {
	Style      template.CSS // in the page, as the program that serves it is about to end
	Site, Code string
	Fields     []field // none before the code is entered
	Answers    answers
	Wrong      map[string]string // by field
	Said       string            // of the test email
	Failed     bool              // Said is about an error
	NewKey     string            // at the end, to be kept elsewhere too
	Done       bool
}

func (p *page) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /setup", func(w http.ResponseWriter, _ *http.Request) { p.show(w, http.StatusOK, view{}) })
	mux.HandleFunc("POST /setup", p.submit)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, `{"status":"ok"}`) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, `{"detail":"This site isn't set up yet. bin/server setup prints the page and the code."}`)
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/setup", http.StatusFound) })
	sum := sha256.Sum256([]byte(style))
	styleHash := base64.StdEncoding.EncodeToString(sum[:])
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+styleHash+"'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		mux.ServeHTTP(w, r)
	})
}

func (p *page) show(w http.ResponseWriter, status int, v view) {
	v.Style, v.Site = template.CSS(style), p.Config.BaseURL
	parsed, err := template.ParseFS(files, "page.html")
	if err != nil {
		p.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := parsed.Execute(w, v); err != nil {
		p.Log.Warn("couldn't show the setup page", "error", err)
	}
}

func (p *page) fail(w http.ResponseWriter, err error) {
	p.Log.Error("setup failed", "error", err)
	http.Error(w, "Something went wrong on our side. The log says what.", http.StatusInternalServerError)
}

// submit handles a submitted form: the code alone, or the answers with it. They
// are saved whether they are complete or not.
func (p *page) submit(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil { // before the lock, as senders may be slow
		http.Error(w, "We couldn't read the form. Try again.", http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.done:
		http.Error(w, "This site is set up. It starts within a minute.", http.StatusConflict)
		return
	default:
	}
	code := r.PostForm.Get("code")
	switch admitted, err := p.admits(code); {
	case err != nil:
		p.fail(w, err)
		return
	case !admitted:
		p.show(w, http.StatusForbidden, view{Wrong: map[string]string{"code": "That isn't the code. Run bin/server setup, or look in the log, for the current one."}})
		return
	}
	a, err := load(p.draft)
	if err != nil {
		p.fail(w, err)
		return
	}
	v := view{Code: code, Fields: p.asked(), Answers: a, Wrong: map[string]string{}}
	do := r.PostForm.Get("do")
	if do == "" {
		p.show(w, http.StatusOK, v)
		return
	}
	a.take(r.PostForm)
	if err := a.save(p.draft); err != nil {
		p.fail(w, err)
		return
	}
	c, wrong := p.refusals(a)
	if v.Wrong = wrong; len(wrong) > 0 {
		p.show(w, http.StatusUnprocessableEntity, v)
		return
	}
	if do == "test" {
		v.Said = "We sent a test email to " + a["owner"] + ". If it doesn't arrive within a few minutes, check your spam folder and the settings below."
		if err := sendTest(r.Context(), c, a["owner"]); err != nil {
			v.Failed, v.Said = true, "We couldn't send the test email: "+err.Error()+". Check the mail server, port, user name and password."
			if away := (mail.UnreachableError{}); errors.As(err, &away) {
				v.Said = "We couldn't send the test email: nothing answers at " + away.Addr + ". Check the mail server and port."
			}
		}
		p.show(w, http.StatusOK, v)
		return
	}
	p.finish(w, a)
}

// finish keeps the answers and lets the site start.
func (p *page) finish(w http.ResponseWriter, a answers) {
	settings := a.settings()
	for name := range settings {
		if p.Given(name) {
			delete(settings, name)
		}
	}
	if err := p.keep(settings); err != nil {
		p.fail(w, err)
		return
	}
	p.show(w, http.StatusOK, view{Done: true, Answers: a, NewKey: settings[dataKeys]})
	close(p.done)
}

func sendTest(ctx context.Context, c config.Config, to string) error {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	m, err := mail.New(c.SMTPURL, "", c.EmailFrom, mail.Site{Name: c.SiteName, BaseURL: c.BaseURL, PostalAddress: c.PostalAddress}, nil)
	if err != nil {
		return err
	}
	m.Key = c.DKIM
	return m.Try(ctx, mail.Message{ID: fmt.Sprintf("setup-%d", time.Now().UnixNano()), To: to, Content: mail.Content{
		Subject: "Test email from " + c.SiteName, Heading: "Your mail server works",
		Paragraphs: []string{"This is the test email that you asked for while setting up " + c.BaseURL + "."},
		Reason:     "You got this email because someone entered your address as the owner of the site.",
	}})
}
