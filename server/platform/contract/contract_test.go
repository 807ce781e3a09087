package contract

import (
	"reflect"
	"strings"
	"testing"

	"thriftwell/server/platform/editable"
)

type made struct {
	ID    int64    `json:"id"`
	Size  int      `json:"size"`
	Email string   `json:"email" format:"email"`
	Tags  []string `json:"tags" minItems:"1" maxItems:"9"`
	Part  []part   `json:"part"`
}

type part struct {
	Name string `json:"name" maxLength:"40"`
	Note string `json:"note,omitempty"`
	Day  *int   `json:"day,omitzero"`
}

func TestContractHasRequiredFieldsAndErrors(t *testing.T) {
	t.Parallel()
	text := func(most int) editable.Rule { return editable.Line(most) }
	list := editable.Rule{Schema: editable.Schema{Of: []string{}, MaxLength: 30}}
	nested := editable.Rule{Schema: editable.Schema{Of: []any{[]editable.Field{{Name: "name", Rule: text(20), Required: "yes"}}}}}
	kind := editable.Kind[made, made]{
		Name: "thing", Path: "/things",
		Fields: []editable.Field{{Name: "size", Rule: editable.Number(2, 8), Required: "yes"}, {Name: "tags", Rule: list}, {Name: "parts", Rule: nested}},
		More: []editable.Call{
			{Method: "POST", Path: "/things/file", Doc: editable.Doc{Name: "file", Takes: editable.Media{"text/csv": ""}}},
			{Method: "POST", Path: "/things/part", Doc: editable.Doc{Name: "part", Takes: part{}}},
		},
	}
	w := Writer{Kinds: []editable.Records{kind}, Root: "../../..", Names: map[reflect.Type]string{}, Called: map[string]string{"thing": "other thing"}}
	yaml, err := w.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`OtherThingInput: `, // Called
		`size: { type: integer, minimum: 2, maximum: 8 } email: { type: string, format: email }`,
		`tags: { type: array, items: { type: string }, minItems: 1, maxItems: 9 }`,
		`tags: { type: array, items: { type: string, maxLength: 30 } }`,
		`parts: { type: array, items: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } } }`,
		`required: [name] properties: { name: { type: string, maxLength: 40 }, note: `,
		`"413": `,
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(yaml)), " "), want) {
			t.Errorf("the contract lacks %s", want)
		}
	}
	if _, after, _ := strings.Cut(string(yaml), "deleteStaffOtherThing"); !strings.Contains(after[:600], `"409"`) {
		t.Error("deleting a record has no 409")
	}
	if strings.Contains(string(yaml), "required: [size]") {
		t.Error("a change requires fields that it doesn't change")
	}
	if t.Failed() {
		t.Log(string(yaml))
	}
}
