package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
)

// measureForeign asks by turns as two people who are signed in, over the same
// connections, and looks for what is the other's in each answer.
func measureForeign(ctx context.Context, b *bench) ([]result, error) {
	requests := 20_000
	if b.long {
		requests = 200_000
	}
	site, err := b.startSite(ctx, "DEV_SIGN_IN=true")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	shared := &http.Transport{MaxIdleConnsPerHost: writers}
	var people []person
	for _, account := range []string{"admin", "editor"} {
		p, err := signIn(ctx, shared, site.addr, account)
		if err != nil {
			return nil, err
		}
		people = append(people, p)
	}
	paths := []string{"/api/auth/user", guide, "/", "/api/auth/user", "/api/articles", "/guides"}
	var next, clean, own atomic.Int64
	var failed atomic.Value
	var clients sync.WaitGroup
	for range writers {
		clients.Go(func() {
			for n := int(next.Add(1)) - 1; n < requests && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				me, other := people[n%2], people[1-n%2]
				body, err := me.get(ctx, "http://"+site.addr+paths[n/2%len(paths)])
				if err != nil {
					failed.Store(err)
					return
				}
				if !strings.Contains(body, other.email) {
					clean.Add(1)
				}
				if strings.Contains(body, me.email) {
					own.Add(1)
				}
			}
		})
	}
	clients.Wait()
	if err, _ := failed.Load().(error); err != nil {
		return nil, err
	}
	if own.Load() < int64(requests/len(paths)) {
		return nil, fmt.Errorf("only %d answers name who asked: nobody was signed in", own.Load())
	}
	return []result{share("answers to two signed-in people without a byte of the other", int(clean.Load()), requests, "answers")}, nil
}

// person is somebody who is signed in.
type person struct {
	client *http.Client
	email  string
}

// signIn signs in as one of the development accounts.
func signIn(ctx context.Context, shared http.RoundTripper, addr, account string) (person, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return person{}, err
	}
	p := person{client: &http.Client{Transport: shared, Jar: jar}, email: account + "@thriftwell.example"}
	p.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := p.client.Get("http://" + addr + "/api/auth/dev?returnTo=/")
	if err != nil {
		return p, err
	}
	res.Body.Close()
	to, err := res.Location()
	if err != nil {
		return p, err
	}
	_, err = p.get(ctx, "http://"+addr+"/api/auth/dev/callback?"+url.Values{"state": {to.Query().Get("state")}, "code": {account}}.Encode())
	return p, err
}

// get returns the body of an answer.
func (p person) get(ctx context.Context, address string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	res, err := p.client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 400 {
		err = fmt.Errorf("%s: %s", req.URL.Path, res.Status)
	}
	return string(body), err
}
