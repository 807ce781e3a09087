package sitetest

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// Contract loads openapi.yaml.
func Contract(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(Checkout(t), "server", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Agrees fails the test when the answer to a call breaks the contract. The
// pattern is the call's path in the contract.
func Agrees(t *testing.T, doc *openapi3.T, method, pattern string, a Answer) {
	t.Helper()
	operation := doc.Paths.Value(pattern).GetOperation(method)
	req, err := http.NewRequest(method, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: req,
			Route:   &routers.Route{Spec: doc, Path: pattern, PathItem: doc.Paths.Value(pattern), Method: method, Operation: operation},
		},
		Status: a.Status, Header: a.Header, Body: io.NopCloser(strings.NewReader(a.Body)),
	}
	if err := openapi3filter.ValidateResponse(context.Background(), input); err != nil {
		t.Errorf("%s %s breaks the contract: %v", method, pattern, err)
	}
}
