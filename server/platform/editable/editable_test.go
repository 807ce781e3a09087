package editable_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/session"
)

// dish is a record with rows in another table.
type dish struct {
	ID       int64    `json:"id"`
	Name     string   `json:"name"`
	CookedBy *string  `json:"cookedBy"`
	Minutes  int      `json:"minutes"`
	PartOf   *int64   `json:"partOf"`
	Recipe   string   `json:"recipe"`
	Steps    []string `json:"steps" gorm:"-"`
	editable.Meta
}

const schema = `
	CREATE TABLE dishes (
		id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, cooked_by text, minutes integer NOT NULL DEFAULT 10, recipe text NOT NULL DEFAULT '', search text,
		part_of bigint REFERENCES dishes, version integer NOT NULL DEFAULT 1,
		created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz);
	CREATE TABLE steps (dish_id bigint NOT NULL REFERENCES dishes ON DELETE CASCADE, position integer NOT NULL, step text NOT NULL);`

func dishes(site editable.Site) editable.Kind[dish, dish] {
	return editable.Kind[dish, dish]{
		Site: site, Name: "dish", Table: "dishes", Path: "/dishes", Tags: []string{"menu"},
		Sort: "minutes", Missing: fault.Missing("Dish"),
		Key: func(d dish) editable.Key { return editable.Key{ID: d.ID, Version: d.Version, Sort: d.Minutes} },
		Fields: []editable.Field{
			{Column: "name", Rule: editable.Line(20), Required: "A dish has a name.", Taken: "There is such a dish."},
			{Column: "cooked_by", Rule: editable.Line(20), Nullable: true},
			{Column: "minutes", Rule: editable.Number(1, 600)},
			{Column: "part_of", Rule: editable.ID(), Fixed: true, Unknown: "There is no such dish."},
			{Column: "recipe", Rule: editable.Text(100)},
			{Name: "steps", Rule: editable.Rule{Read: steps}},
		},
		Prepare: func(_ *gorm.DB, old *dish, values map[string]any) error {
			if values["name"] == "Ice" && values["minutes"] == nil {
				values["minutes"] = 1
			}
			if values["name"] == "Ice" && values["minutes"] != 1 {
				return fault.Form([]fault.Field{{Field: "minutes", Message: "Ice melts."}})
			}
			return nil
		},
		Load: loadSteps, Save: saveSteps,
	}
}

func steps(value json.RawMessage) (any, string) {
	var list []string
	if json.Unmarshal(value, &list) != nil {
		return nil, "Please give a list of steps."
	}
	return list, ""
}

func loadSteps(tx *gorm.DB, records []dish) error {
	for i, d := range records {
		if err := tx.Raw("SELECT step FROM steps WHERE dish_id = ? ORDER BY position", d.ID).Scan(&records[i].Steps).Error; err != nil {
			return err
		}
	}
	return nil
}

func saveSteps(tx *gorm.DB, id int64, values map[string]any) error {
	list, sent := values["steps"].([]string)
	if !sent {
		return nil
	}
	if err := tx.Exec("DELETE FROM steps WHERE dish_id = ?", id).Error; err != nil {
		return err
	}
	for i, step := range list {
		if err := tx.Exec("INSERT INTO steps VALUES (?, ?, ?)", id, i, step).Error; err != nil {
			return err
		}
	}
	return nil
}

// kitchen is a test server with the calls of dishes.
type kitchen struct {
	*editabletest.Desk
	kind editable.Kind[dish, dish]
}

func open(t *testing.T) kitchen {
	t.Helper()
	return openWith(t, func(k editable.Kind[dish, dish]) editable.Kind[dish, dish] { return k })
}

// openWith opens a kitchen with a changed declaration of dishes.
func openWith(t *testing.T, declare func(editable.Kind[dish, dish]) editable.Kind[dish, dish]) kitchen {
	t.Helper()
	d := editabletest.Open(t)
	d.Exec(schema)
	k := kitchen{d, declare(dishes(d.Site))}
	d.Edit(k.kind)
	return k
}

// answer is a response's body, of any kind.
type answer struct {
	dish
	Detail string
	Errors []fault.Field
}

func (k kitchen) call(method, path, body string) (int, answer) {
	k.Helper()
	status, text := k.raw(method, path, body)
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		k.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
	return status, a
}

// raw makes a call and returns its body as text.
func (k kitchen) raw(method, path, body string) (status int, text string) {
	var sent any
	if body != "" {
		sent = json.RawMessage(body)
	}
	a := k.Call(method, path, sent)
	return a.Status, a.Body
}

func (k kitchen) cook(body string) dish {
	k.Helper()
	status, a := k.call("POST", "/dishes", body)
	if status != 201 {
		k.Fatalf("%s: %d %+v", body, status, a)
	}
	return a.dish
}

func TestFieldsAreValidated(t *testing.T) {
	t.Parallel()
	k := open(t)
	first := k.cook(`{"name":" Soup ","cookedBy":" ","steps":[]}`)
	if ice := k.cook(`{"name":"Ice"}`); ice.Minutes != 1 {
		t.Errorf("made %+v", ice)
	}
	if first.Name != "Soup" || first.CookedBy != nil || first.Minutes != 10 || first.Version != 1 {
		t.Errorf("made %+v", first)
	}
	one := fmt.Sprint("/dishes/", first.ID)
	for _, c := range []struct {
		method, path, body string
		status             int
		errors             string
	}{
		{"POST", "/dishes", `{}`, 400, "name: A dish has a name."},
		{"POST", "/dishes", `null`, 400, "name: A dish has a name."},
		{"POST", "/dishes", `{"name":null}`, 400, "name: A dish has a name."},
		{"POST", "/dishes", `{"name":" "}`, 400, "name: A dish has a name."},
		{"POST", "/dishes", `{"name":"Stew","minutes":0}`, 400, "minutes: Enter a whole number from 1 to 600."},
		{"POST", "/dishes", `{"name":7,"minutes":"x"}`, 400, "name: This has the wrong type: number. minutes: This has the wrong type: string."},
		{"POST", "/dishes", `{"name":"\u202eStew"}`, 400, "name: " + form.OneLine},
		{"POST", "/dishes", `{"name":"Stew","recipe":"Chop\n\u202eboil"}`, 400, "recipe: " + form.PlainText},
		{"POST", "/dishes", `{"name":"Stew","salt":1,"pepper":2}`, 400, "pepper: Unknown field. salt: Unknown field."},
		{"POST", "/dishes", `{"name":"Stew","steps":{}}`, 400, "steps: Please give a list of steps."},
		{"POST", "/dishes", `{"name":"Soup"}`, 409, "name: There is such a dish."},
		{"POST", "/dishes", `{"name":"Stew","partOf":999}`, 400, "partOf: There is no such dish."},
		{"POST", "/dishes", `{"name":"Stew","partOf":"x"}`, 400, "partOf: There is no such dish."},
		{"POST", "/dishes", `{"name":"Ice","minutes":2}`, 400, "minutes: Ice melts."},
		{"POST", "/dishes", `{"name":"Ice","minutes":0}`, 400, "minutes: Enter a whole number from 1 to 600."},
		{"PUT", one, `{"name":""}`, 400, "name: A dish has a name."},
		{"PUT", one, `{"partOf":1}`, 400, "partOf: This can't be changed."},
		{"PUT", one, `{"id":1}`, 400, "id: Unknown field."},
		{"PUT", one, `{"version":"x"}`, 400, "version: Enter a whole number."},
		{"PUT", one, `{"name":"Soup"}`, 200, ""},
		{"PUT", one, `{"name":null,"minutes":null}`, 200, ""},
		{"POST", "/dishes/batch", `{"ids":[1],"action":"activate"}`, 400, "action: Unknown action."}, // dishes have no switch
		{"POST", "/dishes/batch", `{"ids":[1],"action":"delete","all":true}`, 400, "all: Unknown field."},
	} {
		status, a := k.call(c.method, c.path, c.body)
		var said []string
		for _, f := range a.Errors {
			said = append(said, f.Field+": "+f.Message)
		}
		if got := strings.Join(said, " "); status != c.status || got != c.errors {
			t.Errorf("%s %s: %d %q, want %d %q", c.method, c.body, status, got, c.status, c.errors)
		}
	}
}

func TestRowsInOtherTablesAreSavedAndLogged(t *testing.T) {
	t.Parallel()
	k := open(t)
	made := k.cook(`{"name":"Soup","steps":["chop","boil"]}`)
	one := fmt.Sprint("/dishes/", made.ID)
	for _, step := range []struct {
		method, path, body string
		want               []string
	}{
		{"PUT", one, `{"minutes":20}`, []string{"chop", "boil"}},
		{"PUT", one, `{"steps":["chop","fry"]}`, []string{"chop", "fry"}},
		{"DELETE", one, ``, []string{"chop", "fry"}},
		{"POST", one + "/restore", ``, []string{"chop", "fry"}},
	} {
		status, a := k.call(step.method, step.path, step.body)
		if status != 200 || !reflect.DeepEqual(a.Steps, step.want) {
			t.Errorf("%s %s: %d %v", step.method, step.body, status, a.Steps)
		}
	}
	var before, after string
	err := k.DB.Pool.QueryRow(t.Context(), `SELECT before->>'steps', after->>'steps' FROM audit_log WHERE kind = 'dish' AND action = 'update' ORDER BY id DESC LIMIT 1`).Scan(&before, &after)
	if err != nil || before != `["chop", "boil"]` || after != `["chop", "fry"]` {
		t.Errorf("the log says %s, then %s: %v", before, after, err)
	}
	if status, a := k.call("PUT", one, `{"name":"Soup","version":1}`); status != 409 || a.Detail == "" {
		t.Errorf("an old version: %d %+v", status, a)
	}
}

func TestListsWithoutSortColumnCanStartWithTheNewest(t *testing.T) {
	t.Parallel()
	k := open(t)
	newest := dishes(editable.Site{DB: k.DB.Gorm})
	newest.Sort, newest.Descending = "", true
	newest.Key = func(d dish) editable.Key { return editable.Key{ID: d.ID} }
	for i := range 5 {
		k.cook(fmt.Sprintf(`{"name":"Soup %d"}`, i))
	}
	var names []string
	q := editable.Query{Limit: 2}
	for {
		list, err := newest.List(t.Context(), q)
		if err != nil || list.Total != 5 {
			t.Fatal(list.Total, err)
		}
		for _, d := range list.Items {
			names = append(names, d.Name)
		}
		if q.After = list.Next; q.After == "" {
			break
		}
	}
	if want := "Soup 4, Soup 3, Soup 2, Soup 1, Soup 0"; strings.Join(names, ", ") != want {
		t.Errorf("got %q", names)
	}
}

// logged counts the audit log's entries about dishes.
func (k kitchen) logged(where string) int {
	k.Helper()
	return k.Count("SELECT count(*) FROM audit_log WHERE kind = 'dish' AND " + where)
}

func TestBriefListsOmitColumns(t *testing.T) {
	t.Parallel()
	k := openWith(t, func(k editable.Kind[dish, dish]) editable.Kind[dish, dish] {
		k.Sort, k.Descending = "", true
		k.Brief = &editable.Brief[dish]{Columns: "id, name", Show: func(d dish) any { return d.Name }}
		return k
	})
	soup := k.cook(`{"name":"Soup","steps":["chop"]}`)
	k.cook(`{"name":"Stew"}`)
	k.cook(`{"name":"Pie"}`)
	if _, list := k.raw("GET", "/dishes?limit=2", ""); list != `["Pie","Stew"]` {
		t.Errorf("the list is %s", list)
	}
	if _, rest := k.raw("GET", fmt.Sprintf("/dishes?limit=2&after=0-%d", soup.ID+1), ""); rest != `["Soup"]` {
		t.Errorf("the rest is %s", rest)
	}
	if status, whole := k.call("GET", fmt.Sprint("/dishes/", soup.ID), ""); status != 200 || !reflect.DeepEqual(whole.Steps, []string{"chop"}) {
		t.Errorf("one is %d %+v", status, whole)
	}
	if status, _ := k.call("GET", "/dishes/99", ""); status != 404 {
		t.Errorf("none is %d", status)
	}
}

func TestListsCanBeSorted(t *testing.T) {
	t.Parallel()
	k := openWith(t, func(k editable.Kind[dish, dish]) editable.Kind[dish, dish] {
		k.Orders = map[string]editable.Order{"name": {By: "lower(name)", Type: "text"}, "updatedAt": editable.ByChange()}
		k.Brief = &editable.Brief[dish]{Columns: "id, name", Show: func(d dish) any { return d.Name }}
		return k
	})
	for _, name := range []string{"stew", "Pie", "Éclair", "pie", "Soup"} {
		k.cook(`{"name":"` + name + `"}`)
	}
	for sort, want := range map[string]string{
		"name": `["Pie","pie"] ["Soup","stew"] ["Éclair"]`, "-name": `["Éclair","stew"] ["Soup","pie"] ["Pie"]`,
		"-updatedAt": `["Soup","pie"] ["Éclair","Pie"] ["stew"]`,
	} {
		parts, after := []string{}, ""
		for {
			a := k.Call("GET", "/dishes?limit=2&sort="+sort+"&after="+after, nil)
			parts = append(parts, a.Body)
			if after = a.Header.Get("X-Next-Cursor"); after == "" {
				break
			}
		}
		if got := strings.Join(parts, " "); got != want {
			t.Errorf("by %s: %s, want %s", sort, got, want)
		}
	}
	for _, bad := range []string{"sort=minutes", "sort=--name", "sort=updatedAt&after=eA.1", "sort=name&after=0-1", "sort=name&after=AA.1"} {
		if status, body := k.raw("GET", "/dishes?"+bad, ""); status != 400 {
			t.Errorf("%s: %d %s", bad, status, body)
		}
	}
}

func TestDeriveAndWrittenRunInAWrite(t *testing.T) {
	t.Parallel()
	k := openWith(t, func(k editable.Kind[dish, dish]) editable.Kind[dish, dish] {
		k.Acts = map[string]map[string]any{"burn": {"minutes": 600}}
		k.Derive = func(_ *gorm.DB, old *dish, values map[string]any) error {
			if values["name"] == "Water" || old != nil && old.Name == "Salad" && values["minutes"] == 600 {
				return &fault.Error{Code: map[bool]fault.Code{true: fault.Invalid, false: fault.Conflict}[old == nil], Detail: "This is not cooked."}
			}
			if old == nil {
				values["cooked_by"] = "the cook"
			}
			return nil
		}
		k.Written = func(tx *gorm.DB, w *editable.Write[dish]) error {
			w.Unlogged = w.Before != nil && w.Before.Minutes == w.After.Minutes
			return tx.Exec("INSERT INTO steps VALUES (?, ?, 'written')", w.After.ID, w.After.Version).Error
		}
		k.Log = func(d dish) any { return map[string]any{"minutes": d.Minutes} }
		k.TagsOf = func(_ *dish, after dish) []string { return []string{"menu", "dish:" + after.Name} }
		return k
	})
	if status, a := k.call("POST", "/dishes", `{"name":"Water"}`); status != 400 || a.Detail != "This is not cooked." {
		t.Errorf("refused by Derive: %d %+v", status, a)
	}
	soup, salad := k.cook(`{"name":"Soup"}`), k.cook(`{"name":"Salad"}`)
	if soup.CookedBy == nil || *soup.CookedBy != "the cook" {
		t.Errorf("made %+v", soup)
	}
	k.call("PUT", fmt.Sprint("/dishes/", soup.ID), `{"name":"Broth"}`)
	status, burnt := k.raw("POST", "/dishes/batch", fmt.Sprintf(`{"ids":[%d,%d],"action":"burn"}`, soup.ID, salad.ID))
	if status != 200 || !strings.Contains(burnt, `"Broth","cookedBy":"the cook","minutes":600`) || strings.Contains(burnt, "Salad") {
		t.Errorf("burnt: %d %s", status, burnt)
	}
	if status, a := k.call("POST", "/dishes/batch", fmt.Sprintf(`{"ids":[%d],"action":"burn"}`, salad.ID)); status != 409 || a.Detail != "This is not cooked." {
		t.Errorf("none burnt: %d %+v", status, a)
	}
	for where, want := range map[string]int{"action = 'create'": 2, "action = 'update'": 1, `after = '{"minutes": 600}'`: 1} {
		if n := k.logged(where); n != want {
			t.Errorf("%d log entries where %s, want %d", n, where, want)
		}
	}
	if got := k.Told(); got != "dish:Broth dish:Broth dish:Salad dish:Soup menu menu menu menu" {
		t.Errorf("invalidated %s", got)
	}
	if status, whole := k.call("PUT", fmt.Sprint("/dishes/", soup.ID), `{}`); status != 200 || len(whole.Steps) != 3 {
		t.Errorf("%d, steps %v", status, whole.Steps)
	}
}

// Several instances may look for due records at the same time.
func TestApplyChangesEachRecordOnce(t *testing.T) {
	t.Parallel()
	k := open(t)
	for i := range 20 {
		k.cook(fmt.Sprintf(`{"name":"Dish %d"}`, i))
	}
	done := make(chan int)
	for range 4 {
		go func() {
			found, err := k.kind.Apply(context.Background(), session.CommandLine(), "minutes = 10", map[string]any{"minutes": 11})
			if err != nil {
				t.Error(err)
			}
			done <- len(found)
		}()
	}
	total := 0
	for range 4 {
		total += <-done
	}
	if total != 20 || k.logged("action = 'update'") != 20 {
		t.Errorf("%d records changed, with %d log entries", total, k.logged("action = 'update'"))
	}
}
