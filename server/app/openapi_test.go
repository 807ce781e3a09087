package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

func contract(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// The contract names every call that the program answers, and no other.
func TestContractAndRoutesAgree(t *testing.T) {
	s := openSite(t)
	engine, err := s.routes()
	if err != nil {
		t.Fatal(err)
	}
	parameter := regexp.MustCompile(`:([a-zA-Z]+)`)
	routes := map[string]bool{}
	for _, r := range engine.Routes() {
		if strings.HasPrefix(r.Path, "/api/") || r.Path == "/healthz" || r.Path == "/readyz" || r.Path == "/metrics" {
			routes[r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}")] = true
		}
	}
	named := map[string]bool{}
	for path, item := range contract(t).Paths.Map() {
		for method := range item.Operations() {
			named[method+" "+path] = true
			if !routes[method+" "+path] {
				t.Errorf("%s %s is in openapi.yaml, but nothing answers it", method, path)
			}
		}
	}
	for r := range routes {
		if !named[r] {
			t.Errorf("%s is answered, but not in openapi.yaml", r)
		}
	}
}

// agrees fails the test when an answer breaks the contract.
func agrees(t *testing.T, doc *openapi3.T, method, path, pattern string, a answer) {
	t.Helper()
	operation := doc.Paths.Value(pattern).GetOperation(method)
	req, err := http.NewRequest(method, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: req,
			Route:   &routers.Route{Spec: doc, Path: pattern, PathItem: doc.Paths.Value(pattern), Method: method, Operation: operation},
		},
		Status: a.Status, Header: a.Header, Body: io.NopCloser(bytes.NewReader([]byte(a.Body))),
	}
	if err := openapi3filter.ValidateResponse(context.Background(), input); err != nil {
		t.Errorf("%s %s breaks the contract: %v", method, path, err)
	}
}
