package sms

import (
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		text string
		want Size
	}{
		{"", Size{"GSM-7", 0, 1, ""}},
		{strings.Repeat("a", 160), Size{"GSM-7", 160, 1, ""}},
		{strings.Repeat("a", 161), Size{"GSM-7", 161, 2, ""}},
		{strings.Repeat("a", 306), Size{"GSM-7", 306, 2, ""}},
		{strings.Repeat("a", 307), Size{"GSM-7", 307, 3, ""}},
		{strings.Repeat("a", 158) + "€", Size{"GSM-7", 160, 1, ""}},
		{strings.Repeat("a", 152) + "€" + strings.Repeat("a", 152), Size{"GSM-7", 306, 3, ""}}, // the sign is not split
		{"Save £5 à la carte", Size{"GSM-7", 18, 1, ""}},
		{"It’s “new”, isn’t it", Size{"UCS-2", 20, 1, "’“”"}},
		{strings.Repeat("é", 69) + "ł", Size{"UCS-2", 70, 1, "ł"}},
		{strings.Repeat("a", 70) + "ł", Size{"UCS-2", 71, 2, "ł"}},
		{strings.Repeat("a", 66) + "🎉" + strings.Repeat("a", 66), Size{"UCS-2", 134, 3, "🎉"}}, // nor is a surrogate pair
	} {
		if got := Measure(c.text); got != c.want {
			t.Errorf("%.40q: %+v, want %+v", c.text, got, c.want)
		}
	}
}
