package offers

import (
	"encoding/hex"
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/weburl"
)

// Limits of a click-out, in bytes.
const (
	maxURL   = 8192
	maxValue = 200
)

// target is an offer's stored address, parsed for filling in and comparing.
// Redirects are always built from it: visitors' input only gets in as escaped
// query values.
type target struct {
	base       string // scheme, host and path; only {clickid} is a placeholder here
	query      []param
	fragment   string // with its #; placeholders as in base
	subIDParam string // query parameter for the click ID; may be empty
}

// param is a parameter of a stored query.
type param struct {
	raw    string         // as stored, with {placeholders}
	key    string         // decoded
	value  *regexp.Regexp // matches the decoded value; one group per placeholder
	fields []string       // names of the placeholders, in order
}

// publicForm matches the addresses that offers may have. The pages fill
// placeholders too (ui/shared/offers/visitor.ts); testdata/placeholders.json
// tests both with the same cases. The database's checks cover only the scheme
// and the host.
var publicForm = regexp.MustCompile(`^https?://[^/?#@{}\\\s]+([/?#]|$)`)

// targetOf returns the target of a placement; ok is false if it has none or is
// nil.
func targetOf(l *offer.Live) (t target, ok bool) {
	if l == nil {
		return t, false
	}
	return parseTarget(l.Address, l.SubIDParam)
}

// parseTarget parses a stored address. It returns false if /links/ must not
// redirect there.
func parseTarget(stored, subIDParam string) (t target, ok bool) {
	if !publicForm.MatchString(stored) || !utf8.ValidString(stored) {
		return t, false
	}
	t.subIDParam = subIDParam
	rest, fragment, hasFragment := strings.Cut(stored, "#")
	if hasFragment {
		t.fragment = "#" + fragment
	}
	base, query, _ := strings.Cut(rest, "?")
	t.base = withPath(base)
	for _, raw := range parts(query) {
		t.query = append(t.query, parseParam(raw))
	}
	return t, true
}

func parseParam(raw string) param {
	key, value, _ := strings.Cut(raw, "=")
	p := param{raw: raw, key: decode(key)}
	form := strings.Builder{}
	form.WriteString(`(?s)\A`)
	end := 0
	for _, m := range weburl.Placeholder.FindAllStringSubmatchIndex(value, -1) {
		form.WriteString(regexp.QuoteMeta(decode(value[end:m[0]])))
		form.WriteString(`(.*?)`)
		p.fields = append(p.fields, strings.ToLower(value[m[2]:m[3]]))
		end = m[1]
	}
	form.WriteString(regexp.QuoteMeta(decode(value[end:])))
	form.WriteString(`\z`)
	p.value = regexp.MustCompile(form.String())
	return p
}

// visitorData is what a visitor's address says about them, by field.
type visitorData map[string]string

// link is a visitor's link to an offer.
type link struct {
	given      string     // the target in it, "" if it has none
	beside     url.Values // its other parameters
	isOptedOut bool       // visitor data stays here
}

// data returns what a link passes on to the partner, and the parameters to
// append. linked is the target of the offer that it names.
func (l link) data(linked target, subID int64, clickID string) (data visitorData, appended []string) {
	data, appended, ok := linked.match(l.given)
	if !ok { // such as an earlier target
		data, appended = visitorData{}, nil
	}
	for name, values := range l.beside {
		if isVisitorField(name) && data[name] == "" && len(values[0]) <= maxValue {
			data[name] = values[0]
		}
	}
	if l.isOptedOut {
		appended = withoutPersonal(appended)
		maps.DeleteFunc(data, func(name, _ string) bool { return !isPublicField(name) })
	}
	data["subid"], data["clickid"] = strconv.FormatInt(subID, 10), clickID
	return data, appended
}

// match compares an address sent by a client with the stored one. It may differ
// in the values of placeholders and in appended visitor fields; match returns
// both.
func (t target) match(given string) (filled visitorData, appended []string, ok bool) {
	if len(given) > maxURL || !utf8.ValidString(given) {
		return nil, nil, false
	}
	rest, fragment, hasFragment := strings.Cut(given, "#")
	if hasFragment {
		fragment = "#" + fragment
	}
	base, query, _ := strings.Cut(rest, "?")
	sent := parts(query)
	if withPath(base) != t.base || fragment != t.fragment || len(sent) < len(t.query) {
		return nil, nil, false
	}
	filled = visitorData{}
	for i, p := range t.query {
		key, value, _ := strings.Cut(sent[i], "=")
		m := p.value.FindStringSubmatch(decode(value))
		if decode(key) != p.key || m == nil {
			return nil, nil, false
		}
		for n, field := range p.fields {
			if len(m[n+1]) > maxValue {
				return nil, nil, false
			}
			if !strings.EqualFold(m[n+1], "{"+field+"}") {
				filled[field] = m[n+1]
			}
		}
	}
	for _, raw := range sent[len(t.query):] {
		key, value, _ := strings.Cut(raw, "=")
		if !isVisitorField(decode(key)) || len(decode(value)) > maxValue {
			return nil, nil, false
		}
		appended = append(appended, url.QueryEscape(decode(key))+"="+url.QueryEscape(decode(value)))
	}
	return filled, appended, true
}

// fill returns the address to redirect to. Placeholders without a value become
// empty.
func (t target) fill(data visitorData, appended []string) string {
	var query []string
	for _, p := range t.query {
		query = append(query, weburl.Placeholder.ReplaceAllStringFunc(p.raw, func(found string) string {
			name := weburl.Placeholder.FindStringSubmatch(found)[1]
			return url.QueryEscape(data.field(strings.ToLower(name)))
		}))
	}
	query = append(query, appended...)
	if t.subIDParam != "" {
		query = append(query, url.QueryEscape(t.subIDParam)+"="+url.QueryEscape(data["clickid"]))
	}
	base, fragment := withClickID(t.base, data["clickid"]), withClickID(t.fragment, data["clickid"])
	if len(query) == 0 {
		return base + fragment
	}
	return base + "?" + strings.Join(query, "&") + fragment
}

// withClickID inserts the click's ID into a path or fragment, where other
// braces are the partner's own.
func withClickID(part, id string) string {
	return weburl.Placeholder.ReplaceAllStringFunc(part, func(found string) string {
		if strings.EqualFold(weburl.Placeholder.FindStringSubmatch(found)[1], "clickid") {
			return url.PathEscape(id)
		}
		return found
	})
}

// field returns the value of a field or of its alias.
func (d visitorData) field(name string) string {
	if v := d[name]; v != "" {
		return v
	}
	return d[alias(name)]
}

// alias returns the other name of a field (specification, section 7,
// click-out).
func alias(name string) string {
	switch name {
	case "dob":
		return "birthday"
	case "birthday":
		return "dob"
	case "street":
		return "address"
	case "address":
		return "street"
	}
	return ""
}

// isVisitorField reports whether a parameter may be passed on to a partner.
func isVisitorField(name string) bool {
	return weburl.IsPersonal(name) || isPublicField(name)
}

// isPublicField reports whether a parameter says nothing about the visitor, so
// it is passed on despite Sec-GPC.
func isPublicField(name string) bool {
	return name == "sourceid" || strings.HasPrefix(name, "utm_")
}

// withoutPersonal returns the parameters that may be passed on despite Sec-GPC.
func withoutPersonal(params []string) (kept []string) {
	for _, raw := range params {
		if key, _, _ := strings.Cut(raw, "="); isPublicField(decode(key)) {
			kept = append(kept, raw)
		}
	}
	return kept
}

func parts(query string) []string {
	return strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
}

// decode unescapes a part of a query. Broken escapes stay, and invalid UTF-8
// becomes the replacement character, so that a part decodes the same alone and
// within the whole.
func decode(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			out.WriteByte(' ')
			continue
		case s[i] == '%' && i+2 < len(s):
			if b, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				out.WriteByte(b[0])
				i += 2
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD")
}

// withPath adds the slash that browsers add to an address without a path.
func withPath(base string) string {
	if _, rest, _ := strings.Cut(base, "://"); !strings.Contains(rest, "/") {
		return base + "/"
	}
	return base
}
