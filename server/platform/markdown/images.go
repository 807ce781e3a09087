package markdown

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"thriftwell/server/platform/picture"
)

// sizes is the width of an image in a text: the column's.
const sizes = "(min-width: 44rem) 42rem, 100vw"

// sourcesAttribute holds the <source> elements of an image. It isn't an HTML
// attribute, so goldmark doesn't render it.
const sourcesAttribute = "sources"

// prepareImages makes a document's images load lazily. Uploaded pictures also
// get their size and sources.
func prepareImages(doc ast.Node, find picture.Lookup) error {
	for _, image := range nodes[*ast.Image](doc) {
		address := string(image.Destination)
		file, isOurs := picture.Parse(address)
		if isOurs && find != nil {
			p, err := find(address)
			if err != nil {
				return fmt.Errorf("find the picture %s: %w", address, err)
			}
			if p != nil {
				image.SetAttributeString("width", []byte(strconv.Itoa(p.Width)))
				image.SetAttributeString("height", []byte(strconv.Itoa(p.Height)))
				image.SetAttributeString(sourcesAttribute, sourcesOf(file))
			}
		}
		image.SetAttributeString("loading", []byte("lazy"))
		image.SetAttributeString("decoding", []byte("async"))
	}
	return nil
}

func sourcesOf(f picture.File) []byte {
	var out bytes.Buffer
	for _, ending := range []string{"avif", "webp"} {
		fmt.Fprintf(&out, `<source type="image/%s" srcset="%s" sizes="%s">`, ending, f.Srcset(ending), sizes)
	}
	return out.Bytes()
}

// elementRenderer renders images with their sources, and the “Sponsored” badge
// in paid links. The rest is goldmark's.
type elementRenderer struct{ renderer.NodeRenderer }

// RegisterFuncs implements renderer.NodeRenderer.
func (a elementRenderer) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	a.NodeRenderer.RegisterFuncs(registerer(func(kind ast.NodeKind, plain renderer.NodeRendererFunc) {
		switch kind {
		case ast.KindImage:
			to.Register(kind, withSources(plain))
		case ast.KindLink:
			to.Register(kind, withBadge(plain))
		}
	}))
}

func withSources(plain renderer.NodeRendererFunc) renderer.NodeRendererFunc {
	return func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		sources, has := n.AttributeString(sourcesAttribute)
		if !has || !entering {
			return plain(w, source, n, entering)
		}
		_, _ = fmt.Fprintf(w, "<picture>%s", sources)
		status, err := plain(w, source, n, entering)
		_, _ = w.WriteString("</picture>")
		return status, err
	}
}

func withBadge(plain renderer.NodeRendererFunc) renderer.NodeRendererFunc {
	return func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		status, err := plain(w, source, n, entering)
		if _, isPaid := n.AttributeString("rel"); isPaid && entering {
			_, _ = w.WriteString(`<span class="badge ` + BadgeClass + `">Sponsored</span> `)
		}
		return status, err
	}
}

// registerer adapts a function to renderer.NodeRendererFuncRegisterer.
type registerer func(ast.NodeKind, renderer.NodeRendererFunc)

// Register implements renderer.NodeRendererFuncRegisterer.
func (r registerer) Register(kind ast.NodeKind, f renderer.NodeRendererFunc) { r(kind, f) }
