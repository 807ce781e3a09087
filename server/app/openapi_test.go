package app

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"

	"thriftwell/server/app/sitetest"
)

// The contract names every call that the program answers, and no other.
func TestContractAndRoutesAgree(t *testing.T) {
	t.Parallel()
	s := openSite(t)
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

// A body may set what the contract names, and nothing else; and whatever can be
// set is in the answer.
func TestRecordsAndTheContractHaveTheSameFields(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	for _, kind := range s.kinds() {
		fields := []string{"version"}
		for _, f := range kind.Body() {
			fields = append(fields, f.In())
		}
		slices.Sort(fields)
		for _, call := range kind.Calls() {
			isCreate := call.Method == "POST" && call.Path == kind.Calls()[0].Path
			if !isCreate && call.Method != "PUT" {
				continue
			}
			path := regexp.MustCompile(`:([a-zA-Z]+)`).ReplaceAllString(call.Path, "{$1}")
			operation := doc.Paths.Value(path).GetOperation(call.Method)
			body := operation.RequestBody.Value.Content.Get("application/json")
			if body == nil {
				continue // a record that is made of a file
			}
			taken := properties(body.Schema)
			if got := slices.Sorted(maps.Keys(taken)); !slices.Equal(got, fields) {
				t.Errorf("%s %s: the contract names %q, the kind %q", call.Method, path, got, fields)
			}
			for status, response := range operation.Responses.Map() {
				if !strings.HasPrefix(status, "2") {
					continue
				}
				given := properties(response.Value.Content.Get("application/json").Schema)
				for _, f := range fields {
					if given[f] == nil && !taken[f].Value.WriteOnly {
						t.Errorf("%s %s: %s can be set, but is not in the answer", call.Method, path, f)
					}
				}
			}
		}
	}
}

// properties returns the properties of an object.
func properties(schema *openapi3.SchemaRef) openapi3.Schemas {
	names := maps.Clone(schema.Value.Properties)
	if names == nil {
		names = openapi3.Schemas{}
	}
	for _, part := range schema.Value.AllOf {
		maps.Copy(names, properties(part))
	}
	return names
}
