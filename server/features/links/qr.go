package links

import (
	"fmt"
	"html"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// margin is the white border around a QR code, in modules. Scanners need it.
const margin = 4

// qrCode returns the QR code of an address as SVG.
func qrCode(address string) ([]byte, error) {
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("make a QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var modules strings.Builder
	for y := range size {
		for x := range size {
			if r, _, _, _ := code.At(x, y).RGBA(); r == 0 {
				fmt.Fprintf(&modules, "M%d %dh1v1h-1z", x+margin, y+margin)
			}
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges">`+
		`<title>QR code of %[2]s</title><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[3]s"/></svg>`,
		size+2*margin, html.EscapeString(address), modules.String()), nil
}
