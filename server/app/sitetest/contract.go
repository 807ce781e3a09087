package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/goccy/go-yaml"
)

// contract is read once, because that takes longer than most tests.
var contract struct {
	once sync.Once
	doc  *openapi3.T
	err  error
}

// Contract returns openapi.yaml merged with the part generated from the kinds
// of records. All tests of a package share it.
func Contract(t testing.TB) *openapi3.T {
	t.Helper()
	contract.once.Do(func() {
		contract.doc, contract.err = readContract(filepath.Join(Checkout(t), "server"))
	})
	if contract.err != nil {
		t.Fatal(contract.err)
	}
	return contract.doc
}

func readContract(dir string) (*openapi3.T, error) {
	whole := map[string]any{}
	for _, name := range []string{"openapi.yaml", "openapi.kinds.yaml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		var part map[string]any
		if err := yaml.Unmarshal(text, &part); err != nil {
			return nil, err
		}
		if err := merge(whole, part); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background())
}

// merge adds a part to a document.
func merge(into, part map[string]any) error {
	for key, value := range part {
		there, taken := into[key]
		if !taken {
			into[key] = value
			continue
		}
		inner, ok := there.(map[string]any)
		more, both := value.(map[string]any)
		if !ok || !both {
			return fmt.Errorf("openapi.yaml and openapi.kinds.yaml both have %q", key)
		}
		if err := merge(inner, more); err != nil {
			return err
		}
	}
	return nil
}

// Agrees fails the test if the answer to a call breaks the contract. Pattern is
// the call's path in the contract.
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
