package sms

import (
	"strings"
	"unicode/utf16"
)

// Size is the length of a text for the carrier, which charges by the segment.
type Size struct {
	Encoding string `json:"encoding" enum:"GSM-7|UCS-2"`
	Units    int    `json:"units"`
	Segments int    `json:"segments"` // what the carrier charges for
	Unusual  string `json:"unusual"`  // characters that GSM-7 lacks
}

// Units in a single segment, and in each of several.
const (
	gsmSingle, gsmPart = 160, 153
	ucsSingle, ucsPart = 70, 67
)

// gsmBasic and gsmExtended are the characters of GSM 03.38. Extended ones take
// two units.
const (
	gsmBasic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§" +
		"¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmExtended = "\f^{}\\[~]|€"
)

// Measure returns the size of a text.
func Measure(text string) Size {
	var gsm, ucs []int // units of each character; no character is split between segments
	unusual := ""
	for _, r := range text {
		ucs = append(ucs, len(utf16.AppendRune(nil, r)))
		switch {
		case strings.ContainsRune(gsmBasic, r):
			gsm = append(gsm, 1)
		case strings.ContainsRune(gsmExtended, r):
			gsm = append(gsm, 2)
		case !strings.ContainsRune(unusual, r):
			unusual += string(r)
		}
	}
	if unusual == "" {
		units, n := segments(gsm, gsmSingle, gsmPart)
		return Size{"GSM-7", units, n, ""}
	}
	units, n := segments(ucs, ucsSingle, ucsPart)
	return Size{"UCS-2", units, n, unusual}
}

// segments returns how many units and segments characters of these widths take.
func segments(widths []int, single, part int) (units, n int) {
	n, used := 1, 0
	for _, w := range widths {
		units += w
		if used+w > part {
			n, used = n+1, 0
		}
		used += w
	}
	if units <= single {
		n = 1
	}
	return units, n
}
