package links

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

// modules are the dark modules of a QR code, by column and row.
type modules struct {
	dark map[[2]int]bool
	size int
}

// seen returns the dark modules in an SVG.
func seen(t *testing.T, image []byte) modules {
	t.Helper()
	var svg struct {
		ViewBox string `xml:"viewBox,attr"`
		Path    []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal(image, &svg); err != nil || len(svg.Path) != 2 {
		t.Fatalf("%v: %s", err, image)
	}
	m := modules{dark: map[[2]int]bool{}}
	if _, err := fmt.Sscanf(svg.ViewBox, "0 0 %d", &m.size); err != nil {
		t.Fatal(err)
	}
	m.size -= 2 * margin
	const square = "h1v1h-1z"
	for _, corner := range strings.Split(strings.TrimSuffix(svg.Path[1].D, square), square) {
		var x, y int
		if _, err := fmt.Sscanf(corner, "M%d %d", &x, &y); err != nil {
			t.Fatal(err)
		}
		m.dark[[2]int{x - margin, y - margin}] = true
	}
	return m
}

// holds reports whether a module holds data, in a code of version 2 or 3.
func (m modules) holds(x, y int) bool {
	finder := x < 9 && (y < 9 || y > m.size-9) || x > m.size-9 && y < 9
	alignment := max(x, y) < m.size-4 && min(x, y) > m.size-10
	return !finder && !alignment && x != 6 && y != 6
}

// masked reports whether the code's mask flips a module.
func (m modules) masked(x, y int) bool {
	mask := ""
	for i := range 3 {
		mask += fmt.Sprint(m.dark[[2]int{2 + i, 8}] != (i != 1))[:1]
	}
	return map[string]bool{
		"fff": (x+y)%2 == 0, "fft": y%2 == 0, "ftf": x%3 == 0, "ftt": (x+y)%3 == 0,
		"tff": (y/2+x/3)%2 == 0, "tft": x*y%2+x*y%3 == 0, "ttf": (x*y%2+x*y%3)%2 == 0, "ttt": ((x+y)%2+x*y%3)%2 == 0,
	}[mask]
}

// bits reads the data: up and down, two columns at a time, from the right.
func (m modules) bits() (bits string) {
	for right, up := m.size-1, true; right > 0; right, up = right-2, !up {
		if right == 6 {
			right--
		}
		for y := range m.size {
			if up {
				y = m.size - 1 - y
			}
			for _, x := range []int{right, right - 1} {
				if m.holds(x, y) {
					bits += map[bool]string{true: "1", false: "0"}[m.dark[[2]int{x, y}] != m.masked(x, y)]
				}
			}
		}
	}
	return bits
}

func TestQRCodeContainsTheAddress(t *testing.T) {
	for _, address := range []string{"https://localhost/g/abcdefg", "https://www.example.com/g/z2345yx"} {
		image, err := qrCode(address)
		if err != nil {
			t.Fatal(err)
		}
		bits, got := seen(t, image).bits(), ""
		for i := range len(address) {
			var letter rune
			_, _ = fmt.Sscanf(bits[12+8*i:20+8*i], "%b", &letter)
			got += string(letter)
		}
		if header := fmt.Sprintf("0100%08b", len(address)); !strings.HasPrefix(bits, header) || got != address {
			t.Errorf("%q reads as %q, after %s", address, got, bits[:12])
		}
	}
}

func TestQRCodeHasATitle(t *testing.T) {
	image, err := qrCode("https://example.com/g/?<&>")
	if err != nil || !strings.Contains(string(image), "<title>QR code of https://example.com/g/?&lt;&amp;&gt;</title>") {
		t.Errorf("%v: %.200s", err, image)
	}
}
