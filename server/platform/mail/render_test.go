package mail

import (
	"strings"
	"testing"
)

func TestRenderForManyMatchesRenderForOne(t *testing.T) {
	m, err := New("", t.TempDir(), "News <news@site.example>", Site{Name: "A & B", BaseURL: "https://site.example"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	alone := Message{
		Content:     Content{Subject: "Subject", Heading: "A < B", Paragraphs: []string{"Hello."}, Items: []Item{{Link: Link{"Guide", "https://site.example/guides/a?b=c&d=e"}, About: "About", Topic: "Topic"}}},
		Unsubscribe: "https://site.example/unsubscribe?eid=a&b=c", Preferences: "https://site.example/preferences?eid=d&e=f",
	}
	html, text, err := m.Show(alone)
	if err != nil || !strings.Contains(html, "eid=a&amp;b=c") || !strings.Contains(text, "eid=d&e=f") {
		t.Fatalf("%v: %s %s", err, html, text)
	}
	if dark, light := InScheme(html, "dark"), InScheme(html, "light"); !strings.Contains(dark, "@media all {") || !strings.Contains(light, "@media not all {") || strings.Contains(dark+light, "prefers-color-scheme") {
		t.Errorf("in a scheme: %s %s", dark, light)
	}
	one := alone
	if one.Rendered, err = m.Render(alone.Content); err != nil {
		t.Fatal(err)
	}
	if gotHTML, gotText, err := m.parts(one); err != nil || gotHTML != html || gotText != text {
		t.Errorf("%v: %s %s", err, gotHTML, gotText)
	}
}
