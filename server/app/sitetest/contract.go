package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
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

// Sample returns the head and body of a request that follows the contract of a
// call. Its path names an existing page, and ids that may exist.
func Sample(method, path string, shared openapi3.Parameters, call *openapi3.Operation) (head, body string) {
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
