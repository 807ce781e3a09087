package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// The kinds of writes in the mixed load.
const (
	views        = "views"
	clicks       = "clicks"
	clickOuts    = "click-outs"
	signups      = "signups"
	unsubscribes = "unsubscribes"
	messages     = "messages"
	edits        = "edits"
)

// Number of writing clients, and the pause of each between rounds.
const (
	writers = 8
	rest    = 50 * time.Millisecond
)

// writes is a mixed load of writes that records what the site acknowledged.
type writes struct {
	site   *process
	token  string // of an admin
	offer  carouselOffer
	topics []int64
	client *http.Client
	called func(began time.Time, failed error) // called after each call, unless nil

	mu           sync.Mutex
	acknowledged map[string][]string // by kind, what to look for; guarded by mu
}

// carouselOffer is an offer whose address contains the click id.
type carouselOffer struct {
	ID        int64  `json:"id"`
	TargetURL string `json:"targetUrl"`
}

func newWrites(ctx context.Context, site *process) (*writes, error) {
	token, err := site.adminToken(ctx)
	if err != nil {
		return nil, err
	}
	w := &writes{site: site, token: token, acknowledged: map[string][]string{}}
	w.client = &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * writers},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var offers []carouselOffer
	if err := w.read("/api/offers", &offers); err != nil {
		return nil, err
	}
	for _, o := range offers {
		if strings.Contains(o.TargetURL, "{clickid}") {
			w.offer = o
		}
	}
	var topics []struct{ ID int64 }
	if err := w.read("/api/admin/topics", &topics); err != nil {
		return nil, err
	}
	for _, t := range topics {
		w.topics = append(w.topics, t.ID)
	}
	if w.offer.ID == 0 || len(w.topics) == 0 {
		return nil, fmt.Errorf("the site has no offer whose address names the click, or no topic")
	}
	return w, nil
}

// read decodes the answer to a staff call.
func (w *writes) read(path string, into any) error {
	body, _, err := w.site.get(path, "Authorization", "Bearer "+w.token)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// until writes until ctx ends, and finishes the current writes.
func (w *writes) until(ctx context.Context) {
	var clients sync.WaitGroup
	for i := range writers {
		clients.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				time.Sleep(rest)
				w.round(ctx, fmt.Sprintf("%d-%d", i, n), fmt.Sprintf("10.%d.%d.%d", i, n>>8&255, n&255), w.topics[i%len(w.topics)])
			}
		})
	}
	clients.Wait()
}

// round makes one write of each kind, as one person.
func (w *writes) round(ctx context.Context, name, address string, topic int64) {
	person := []string{"X-Forwarded-For", address, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 " + name}
	for kind, action := range map[string]string{views: "view", clicks: "click"} {
		id := uuid.Must(uuid.NewV7()).String()
		// It is resent until it is acknowledged, as browsers do.
		for ctx.Err() == nil && !w.send(kind, id, http.MethodPost, "/api/offer-interactions", map[string]any{"offerId": w.offer.ID, "action": action, "eventId": id}, person...) {
			time.Sleep(20 * time.Millisecond)
		}
	}
	w.clickOut(person...)
	email := "kill-" + name + "@gmail.com"
	signedUp := w.send(signups, email, http.MethodPost, "/api/subscribers", map[string]any{
		"email": email, "emailConsent": true, "firstName": "Jane", "lastName": "Doe", "address": "1 Main St, Springfield",
		"dateOfBirth": "1990-04-23", "gender": "female", "fillMs": 60_000,
	}, person...)
	if signedUp {
		w.send(unsubscribes, email, http.MethodPost, "/api/unsubscribe", map[string]any{"email": email}, person...)
	}
	w.send(messages, email, http.MethodPost, "/api/contact", map[string]any{
		"firstName": "Joe", "lastName": "Roe", "email": email, "inquiryType": "affiliate", "message": "Hello", "fillMs": 60_000,
	}, person...)
	w.edit(name, topic, person...)
}

// edit changes a topic.
func (w *writes) edit(name string, topic int64, headers ...string) bool {
	introduction := "What was written by " + name
	return w.send(edits, introduction, http.MethodPut, fmt.Sprint("/api/admin/topics/", topic), map[string]any{"introduction": introduction}, append(headers, "Authorization", "Bearer "+w.token)...)
}

// clickOut follows the carousel's link and records the click id.
func (w *writes) clickOut(headers ...string) {
	link := url.Values{"aid": {"offer"}, "subid": {fmt.Sprint(w.offer.ID)}, "url": {w.offer.TargetURL}}
	res, _ := w.do(http.MethodGet, "/links/?"+link.Encode(), nil, append(headers, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")...)
	if res == nil || res.StatusCode != http.StatusFound {
		return
	}
	if to, err := res.Location(); err == nil {
		for _, values := range to.Query() {
			if id, err := uuid.Parse(values[0]); err == nil {
				w.note(clickOuts, id.String())
			}
		}
	}
}

// send makes a write and records it if it is acknowledged.
func (w *writes) send(kind, key, method, path string, body map[string]any, headers ...string) bool {
	text, err := json.Marshal(body)
	if err != nil {
		return false
	}
	res, answer := w.do(method, path, text, headers...)
	if res == nil || res.StatusCode >= 300 || !json.Valid(answer) { // a partial answer is no acknowledgment
		return false
	}
	w.note(kind, key)
	return true
}

// do makes a call and reads the whole answer. Without one, both results are
// nil.
func (w *writes) do(method, path string, body []byte, headers ...string) (*http.Response, []byte) {
	req, err := http.NewRequest(method, "http://"+w.site.addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	began := time.Now()
	var answer []byte
	res, err := w.client.Do(req)
	if err == nil {
		defer res.Body.Close()
		answer, err = io.ReadAll(res.Body)
	}
	if w.called != nil {
		failed := err
		if err == nil && res.StatusCode >= http.StatusInternalServerError {
			failed = fmt.Errorf("%s %s: %s", method, path, res.Status)
		}
		w.called(began, failed)
	}
	if err != nil {
		time.Sleep(20 * time.Millisecond)
		return nil, nil
	}
	return res, answer
}

func (w *writes) note(kind, key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.acknowledged[kind] = append(w.acknowledged[kind], key)
}
