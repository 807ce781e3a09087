package sitetest

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// contract is openapi.yaml, read once: that takes longer than most tests do.
var contract struct {
	once sync.Once
	doc  *openapi3.T
	err  error
}

// Contract returns openapi.yaml, which all tests of a package share.
func Contract(t testing.TB) *openapi3.T {
	t.Helper()
	contract.once.Do(func() {
		contract.doc, contract.err = openapi3.NewLoader().LoadFromFile(filepath.Join(Checkout(t), "server", "openapi.yaml"))
		if contract.err == nil {
			contract.err = contract.doc.Validate(context.Background())
		}
	})
	if contract.err != nil {
		t.Fatal(contract.err)
	}
	return contract.doc
}

// Agrees fails the test when the answer to a call breaks the contract. The
// pattern is the call's path in the contract.
func Agrees(t testing.TB, doc *openapi3.T, method, pattern string, a Answer) {
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
