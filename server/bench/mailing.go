package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"thriftwell/server/bench/letters"
)

// subscribersBeside is how many people get the letter beside whose sending pages
// are measured: more than are reached meanwhile.
const subscribersBeside = 20_000

// measureMailing compares the p99 of a cached page while a letter goes out, at
// the rate that the site keeps to by itself, with that without.
func measureMailing(ctx context.Context, b *bench) (result, error) {
	sink, err := letters.Listen()
	if err != nil {
		return result{}, err
	}
	defer sink.Close()
	site, err := b.startSite(ctx, "SMTP_URL=smtp://"+sink.Addr(), "LETTER_DOMAIN_RATE=0")
	if err != nil {
		return result{}, err
	}
	defer site.stop()
	token, err := site.adminToken(ctx)
	if err != nil {
		return result{}, err
	}
	if err := site.subscribe(token, subscribersBeside); err != nil {
		return result{}, err
	}
	pages := load{site.addr, []string{guide}, "Accept-Encoding: br\r\n", 8}
	var without, beside []float64
	for range b.rounds {
		alone, err := pages.during(ctx, b.span)
		if err != nil {
			return result{}, err
		}
		sending, err := site.during(ctx, token, sink, func() (outcome, error) { return pages.during(ctx, b.span) })
		if err != nil {
			return result{}, err
		}
		without, beside = append(without, alone.p99()), append(beside, sending.p99())
	}
	alone, sending := median(without), median(beside)
	return result{Name: "p99 of a cached page while a letter goes out", Figure: sending / alone, Unit: "of without", Site: sending, Against: alone, Of: "ms", AtMost: 1.5}, nil
}

// subscribe imports so many subscribers.
func (p *process) subscribe(token string, people int) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "people.csv")
	if err != nil {
		return err
	}
	fmt.Fprintln(file, "email,emailConsent,consentAt")
	for n := range people {
		fmt.Fprintf(file, "reader%d@example.com,yes,2026-01-02T03:04:05Z\n", n)
	}
	if err := form.Close(); err != nil {
		return err
	}
	var done struct{ Added int }
	if err := p.call(http.MethodPost, "/api/admin/subscribers/import", token, form.FormDataContentType(), &body, &done); err != nil {
		return err
	}
	if done.Added != people {
		return fmt.Errorf("%d of %d subscribers came in", done.Added, people)
	}
	return nil
}

// during sends a letter while measure runs, and cancels it then.
func (p *process) during(ctx context.Context, token string, sink *letters.Sink, measure func() (outcome, error)) (o outcome, err error) {
	letter := struct{ ID int64 }{}
	call := func(path string, body map[string]any) error {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		return p.call(http.MethodPost, "/api/admin/letters"+path, token, "application/json", bytes.NewReader(text), &letter)
	}
	before := sink.Taken()
	if err := call("", map[string]any{"subject": "A letter", "body": "A bill that is lower from now on saves every month."}); err != nil {
		return o, err
	}
	id := fmt.Sprint("/", letter.ID)
	if err := call(id+"/send", map[string]any{"confirmed": true}); err != nil {
		return o, err
	}
	for sink.Taken() == before && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	began := sink.Taken()
	if o, err = measure(); err != nil {
		return o, err
	}
	if sink.Taken() == began {
		return o, errors.New("no mail went out while the page was measured")
	}
	return o, errors.Join(call(id+"/pause", nil), call(id+"/cancel", nil))
}

// call makes a call as the bearer of a token, and reads the answer's JSON.
func (p *process) call(method, path, token, contentType string, body io.Reader, answer any) error {
	req, err := http.NewRequest(method, "http://"+p.addr+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", contentType)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s: %s: %s", path, res.Status, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
