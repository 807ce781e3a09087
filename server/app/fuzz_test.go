package app

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

// Who sends what the fuzzer makes up.
const (
	asNobody = iota
	asVisitor
	asAdmin
)

// Whatever comes is answered or refused, whoever sends it. The fuzzer begins with
// the calls of the contract and the addresses of the pages, one seed each: it runs
// them all before it makes anything up.
func FuzzARequestIsAnsweredOrRefused(f *testing.F) {
	long(f)
	s := openSite(f)
	for path, item := range sitetest.Contract(f).Paths.Map() {
		for method, call := range item.Operations() {
			who := asAdmin
			if call.Security != nil && len(*call.Security) == 0 {
				who = asNobody
			}
			head, body := sampleOf(method, path, item.Parameters, call)
			f.Add(head, body, byte(who))
		}
	}
	for _, p := range slices.Concat(s.pages(), s.addresses()) {
		f.Add("GET "+strings.ReplaceAll(p.path, ":", "")+"?page=2&q=car&category=saving HTTP/1.1\r\nHost: localhost", "", byte(asNobody))
	}
	tokens := tokensOf(s.Site)
	var sent atomic.Uint32
	f.Fuzz(func(t *testing.T, head, body string, who byte) {
		send := func() *httptest.ResponseRecorder {
			r := requestOf(head, body)
			if r == nil {
				t.Skip("the server itself refuses it")
			}
			n := sent.Add(1) // each comes from a network of its own, or most would be refused unread
			r.RemoteAddr = fmt.Sprintf("100.%d.%d.%d:1", n>>16&255, n>>8&255, n&255)
			if token := tokens[int(who%3)]; token != "" {
				r.Header.Set("Authorization", "Bearer "+token)
			}
			w := httptest.NewRecorder()
			s.site.Handler.ServeHTTP(w, r.WithContext(t.Context()))
			return w
		}
		w := send()
		if as := int(who % 3); w.Code == http.StatusUnauthorized && as != asNobody { // an admin's calls may revoke tokens
			again := *s.Site
			again.T = t
			tokens = tokensOf(&again)
			w = send()
		}
		if w.Code >= 500 {
			t.Errorf("%d %.300s", w.Code, w.Body)
		}
	})
}

// tokensOf makes the tokens of those who sign in.
func tokensOf(s *sitetest.Site) map[int]string {
	return map[int]string{asVisitor: s.Token(session.Visitor), asAdmin: s.Token(session.Admin)}
}

// requestOf is what the server makes of the head of a request and its body, or nil
// where it would answer by itself.
func requestOf(head, body string) *http.Request {
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(head + "\r\n\r\n")))
	if err != nil {
		return nil
	}
	for _, values := range r.Header {
		for _, value := range values {
			if strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
				return nil
			}
		}
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	return r
}

// sampleOf is a request that keeps the contract of a call.
func sampleOf(method, path string, shared openapi3.Parameters, call *openapi3.Operation) (head, body string) {
	query := url.Values{}
	for _, p := range append(slices.Clone(shared), call.Parameters...) {
		value := fmt.Sprint(sample(p.Value.Schema, 0))
		if p.Value.Name == "slug" {
			value = "hot-offers"
		}
		switch p.Value.In {
		case openapi3.ParameterInPath:
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", url.PathEscape(value))
		case openapi3.ParameterInQuery:
			query.Set(p.Value.Name, value)
		}
	}
	head = method + " " + path + "?" + query.Encode() + " HTTP/1.1\r\nHost: localhost"
	if call.RequestBody == nil {
		return head, ""
	}
	for kind, content := range call.RequestBody.Value.Content {
		made, _ := json.Marshal(sample(content.Schema, 0))
		head, body = head+"\r\nContent-Type: "+kind, string(made)
	}
	return head, body
}

// deepest is how deep a sample goes: a schema may hold itself.
const deepest = 6

// sample is a value that keeps a schema.
func sample(of *openapi3.SchemaRef, depth int) any {
	if of == nil || of.Value == nil || depth > deepest {
		return nil
	}
	schema := of.Value
	if all := slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf); len(all) > 0 && schema.Type == nil {
		whole := map[string]any{}
		for _, part := range all {
			made := sample(part, depth+1)
			fields, isObject := made.(map[string]any)
			if !isObject {
				return made
			}
			for name, value := range fields {
				whole[name] = value
			}
		}
		return whole
	}
	switch {
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Type.Is("integer"), schema.Type.Is("number"):
		return 1
	case schema.Type.Is("boolean"):
		return true
	case schema.Type.Is("array"):
		return []any{sample(schema.Items, depth+1)}
	case schema.Type.Is("string"):
		switch schema.Format {
		case "date":
			return "2026-03-04"
		case "date-time":
			return "2026-03-04T05:06:07Z"
		case "email":
			return "jane@example.com"
		case "uri":
			return "https://partner.example/?c={clickid}"
		}
		return "1" // an id, too
	}
	object := map[string]any{}
	for name, field := range schema.Properties {
		object[name] = sample(field, depth+1)
	}
	return object
}
