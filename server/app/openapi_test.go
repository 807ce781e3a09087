package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/claims"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/contract"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/session"
)

// Values that the database can't store are rejected anywhere in an address.
func TestAddressesCauseNoServerError(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	admin := s.SignIn("admin")
	tried := 0
	try := func(address string) {
		tried++
		if a := s.Call("GET", address, "", "Cookie", admin); a.Status == 500 {
			t.Errorf("%s: %d %s", address, a.Status, a.Body)
		}
	}
	parameter := regexp.MustCompile(`{[a-zA-Z]+}`)
	for path, item := range sitetest.Contract(t).Paths.Map() {
		if item.Get == nil {
			continue
		}
		for _, odd := range []string{"%00", "%ff"} {
			try(parameter.ReplaceAllString(path, odd))
			for _, p := range slices.Concat(item.Parameters, item.Get.Parameters) {
				if p.Value.In == openapi3.ParameterInQuery {
					try(parameter.ReplaceAllString(path, "settlements") + "?" + p.Value.Name + "=" + odd)
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("tried only %d addresses", tried)
	}
}

// The contract lists every call that the program answers, and no other.
func TestContractAndRoutesAgree(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	parameter := regexp.MustCompile(`:([a-zA-Z]+)`)
	routes := map[string]bool{}
	for _, r := range s.site.Handler.(*gin.Engine).Routes() {
		if isCall := strings.HasPrefix(r.Path, "/api/") || strings.HasPrefix(r.Path, "/postback/") || strings.HasPrefix(r.Path, "/webhooks/"); isCall || r.Path == "/healthz" || r.Path == "/readyz" || r.Path == "/metrics" {
			routes[r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}")] = true
		}
	}
	named := map[string]bool{}
	for path, item := range sitetest.Contract(t).Paths.Map() {
		for method := range item.Operations() {
			named[method+" "+path] = true
			if !routes[method+" "+path] {
				t.Errorf("%s %s is in openapi.yaml, but has no route", method, path)
			}
		}
	}
	for r := range routes {
		if !named[r] {
			t.Errorf("%s has a route, but isn't in openapi.yaml", r)
		}
	}
}

// Every settable field is in the answer, unless it is write-only.
func TestSettableFieldsAreInTheAnswer(t *testing.T) {
	t.Parallel()
	for path, item := range sitetest.Contract(t).Paths.Map() {
		if item.Put == nil || item.Put.RequestBody == nil || !strings.HasSuffix(item.Put.RequestBody.Value.Content.Get("application/json").Schema.Ref, "Input") {
			continue
		}
		given := properties(item.Put.Responses.Status(http.StatusOK).Value.Content.Get("application/json").Schema)
		for name, field := range properties(item.Put.RequestBody.Value.Content.Get("application/json").Schema) {
			if given[name] == nil && !field.Value.WriteOnly {
				t.Errorf("PUT %s: %s can be set, but is not in the answer", path, name)
			}
		}
	}
}

// properties returns the properties of an object schema.
func properties(schema *openapi3.SchemaRef) openapi3.Schemas {
	all := openapi3.Schemas{}
	maps.Copy(all, schema.Value.Properties)
	for _, part := range schema.Value.AllOf {
		maps.Copy(all, properties(part))
	}
	return all
}

// The files generated from the kinds of records are committed: their part of
// the contract, and the fields of the forms. KINDS=write writes them.
func TestGeneratedFilesMatchTheKinds(t *testing.T) {
	t.Parallel()
	called := map[string]string{"offer": "carousel offer", "letter": "email"} // OfferInput once named a content offer
	w := &contract.Writer{Kinds: sharedSite(t).kinds, Root: sitetest.Checkout(t), Called: called, Names: map[reflect.Type]string{
		reflect.TypeFor[editable.Meta]():       "Meta",
		reflect.TypeFor[offer.Deal]():          "Deal",
		reflect.TypeFor[offer.Facts]():         "OfferFacts",
		reflect.TypeFor[offer.Placement]():     "OfferPlacement",
		reflect.TypeFor[offer.Line]():          "OfferLine",
		reflect.TypeFor[offer.Imported]():      "OfferImported",
		reflect.TypeFor[pieces.Piece]():        "StaffPiece",
		reflect.TypeFor[guides.StaffItem]():    "StaffGuideItem",
		reflect.TypeFor[claims.Use]():          "ClaimUse",
		reflect.TypeFor[pictures.Use]():        "PictureUse",
		reflect.TypeFor[advertisers.Import]():  "ConversionImport",
		reflect.TypeFor[advertisers.Row]():     "ConversionImportRow",
		reflect.TypeFor[advertisers.Total]():   "ConversionTotal",
		reflect.TypeFor[advertisers.Page]():    "AdvertiserPage",
		reflect.TypeFor[advertisers.Revenue](): "AdvertiserRevenue",
		reflect.TypeFor[campaigns.Check]():     "EmailCheck",
		reflect.TypeFor[campaigns.Preview]():   "EmailPreview",
		reflect.TypeFor[campaigns.Measured]():  "MeasuredText",
	}}
	paths, err := w.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	forms, err := w.Forms()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"server/openapi.kinds.yaml": paths, "ui/features/admin/kinds.gen.ts": forms} {
		path := filepath.Join(w.Root, name)
		if os.Getenv("KINDS") == "write" {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if there, _ := os.ReadFile(path); !bytes.Equal(there, text) {
			t.Errorf("%s doesn't match the kinds; run npm run kinds", name)
		}
	}
}

// The senders of fuzzed requests.
const (
	asNobody = iota
	asVisitor
	asAdmin
)

// client sends requests to the handler of a site.
type client struct {
	site   *testSite
	tokens map[int]string
	sent   atomic.Uint32
}

// send fails the test if a request, given as head and body, gets a server
// error.
func (c *client) send(t *testing.T, text string, as int) {
	head, body, _ := strings.Cut(text, headEnds)
	answer := func() *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), requestOf(head, body)
		if r == nil {
			return w
		}
		n := c.sent.Add(1) // each comes from its own network, or most would be rejected unread
		r.RemoteAddr = fmt.Sprintf("100.%d.%d.%d:1", n>>16&255, n>>8&255, n&255)
		if token := c.tokens[as]; token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		c.site.site.Handler.ServeHTTP(w, r.WithContext(t.Context()))
		return w
	}
	w := answer()
	if w.Code == http.StatusUnauthorized && as != asNobody { // an admin's calls may revoke tokens
		again := *c.site.Site
		again.T = t
		c.tokens = tokensOf(&again)
		w = answer()
	}
	if w.Code >= 500 {
		t.Errorf("%.300q got %d %.300s", text, w.Code, w.Body)
	}
}

// headEnds separates the head of a request from its body.
const headEnds = "\r\n\r\n"

// requests returns the calls of the contract, with sample values, and the
// addresses of the pages, with headers that the site reads.
func (s *testSite) requests(t testing.TB) (all []string) {
	const headers = "\r\nUser-Agent: Mozilla/5.0\r\nAccept-Encoding: gzip;q=0.5, br\r\nIf-None-Match: \"a\"\r\nCookie: __Host-session=a; signed_in=1" +
		"\r\nReferer: https://search.example/\r\nX-Forwarded-For: unknown"
	for path, item := range sitetest.Contract(t).Paths.Map() {
		for method, call := range item.Operations() {
			head, body := sampleOf(method, path, item.Parameters, call)
			all = append(all, head+headers+headEnds+body)
		}
	}
	for _, p := range slices.Concat(pageRoutes(pageHandlers{}), addressRoutes(s.services, nil)) {
		all = append(all, "GET "+strings.ReplaceAll(p.path, ":", "")+"?page=2&q=car&category=saving HTTP/1.1\r\nHost: localhost"+headers+headEnds)
	}
	slices.Sort(all)
	return all
}

func TestContractSamplesCauseNoServerError(t *testing.T) {
	long(t)
	s := openSite(t)
	c := &client{site: s, tokens: tokensOf(s.Site)}
	for _, text := range s.requests(t) {
		c.send(t, text, asAdmin)
		c.send(t, text, asNobody)
	}
}

// Every request must be answered or refused, whoever sends it. The fuzzer takes
// one of the requests and overwrites some of its bytes. With a seed for each
// request it would spend its time running the seeds.
func FuzzARequestIsAnsweredOrRefused(f *testing.F) {
	long(f)
	s := openSite(f, "TRUSTED_PROXIES=100.0.0.0/8")
	requests := s.requests(f)
	for i, value := range oddValues() {
		f.Add(uint16(i*len(requests)/len(oddValues())), uint16(10*i), uint16(i), value, byte(i))
	}
	c := &client{site: s, tokens: tokensOf(s.Site)}
	f.Fuzz(func(t *testing.T, nth, from, length uint16, put string, as byte) {
		text := requests[int(nth)%len(requests)]
		begin := int(from) % (len(text) + 1)
		end := min(begin+int(length), len(text))
		c.send(t, text[:begin]+put+text[end:], int(as%3))
	})
}

// tokensOf creates tokens for the senders.
func tokensOf(s *sitetest.Site) map[int]string {
	return map[int]string{asVisitor: s.Token(session.Visitor), asAdmin: s.Token(session.Admin)}
}

// requestOf parses a request as the server does. It returns nil for one that
// the server would answer by itself.
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

// sampleOf returns the head and body of a request that follows the contract of a
// call. Its path names an existing page, and ids that may exist.
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

// deepest limits the depth of a sample, as a schema may contain itself.
const deepest = 6

// sample returns a value that matches a schema.
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
			maps.Copy(whole, fields)
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
		return "1" // valid as an id, too
	}
	object := map[string]any{}
	for name, field := range schema.Properties {
		object[name] = sample(field, depth+1)
	}
	return object
}
