package httpx_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

type plainBody struct {
	ID    httpx.ID        `json:"id"`
	Name  string          `json:"name"`
	Claim json.RawMessage `json:"claim"`
}

type quickBody struct {
	plainBody
	quick int // members read without encoding/json
}

func (b *quickBody) Member(name, value string) bool {
	b.quick++
	switch {
	case name == "id":
		return b.ID.UnmarshalJSON([]byte(value)) == nil
	case name == "name" && value[0] == '"':
		b.Name = value[1 : len(value)-1]
	case name == "claim":
		b.Claim = json.RawMessage(value)
	default:
		return false
	}
	return true
}

func read(body string, out any) error {
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	c.Request = httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	c.Request.Header.Set("Content-Type", "application/json")
	return httpx.ReadJSON(c, out)
}

// A body must be read as encoding/json reads it, also when it is cut anywhere
// or any byte is changed.
func TestMembersMatchEncodingJSON(t *testing.T) {
	bodies := []string{
		`{"id":12,"name":"a \u007e b","claim":{"page":"/offers","first":{"source":"}\"{","n":[1,{}]}}}`,
		`{"name":"x","id":"7","claim":{}}`, `{"claim":null,"id":0}`, `{"id":1,"id":2,"name":"","name":"y"}`,
		`{"claim":{"a":"xxxxxxxx"},"claim":{},"other":1}`, `{"claim":{},"name":"a\u0000b","claim":{"page":"/offers/of/the/day"}}`,
		`{"id":1.5}`, `{"id":-1}`, `{"id":01}`, `{"id":1e3}`, `{"ID":3}`, `{"other":{"id":1},"id":4}`, `{"name":5}`, `{"name":"é"}`, `{}`, ` {"id":1}`, `[1]`, `"x"`,
	}
	for _, body := range bodies {
		for at := range body {
			for _, replaced := range []string{"", " ", `"`, `\`, "{", "}", "[", "]", ",", ":", "0", "é", "\x00"} {
				same(t, body[:at]+replaced)
				same(t, body[:at]+replaced+body[at+1:])
			}
		}
		same(t, body)
	}
	quick := &quickBody{}
	if err := read(`{"id":12,"name":"offer","claim":{"page":"/offers"}}`, quick); err != nil || quick.quick != 3 {
		t.Errorf("%d members of a browser's body are read quickly: %v", quick.quick, err)
	}
}

func same(t *testing.T, body string) {
	t.Helper()
	var want plainBody
	got := &quickBody{}
	wantErr, gotErr := read(body, &want), read(body, got)
	if wantErr != nil && gotErr == nil && len(got.Claim) > 0 && !json.Valid(got.Claim) {
		return // for whoever reads the claim to refuse
	}
	if (wantErr == nil) != (gotErr == nil) || wantErr == nil && (want.ID != got.ID || want.Name != got.Name || string(want.Claim) != string(got.Claim)) {
		t.Errorf("%q is read as %+v (%v), want %+v (%v)", body, got.plainBody, gotErr, want, wantErr)
	}
}
