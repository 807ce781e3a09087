package markdown

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
)

// footnotes parses footnotes: [^1] in a text, and [^1]: with the note, on a
// line of its own.
var footnotes = extension.NewFootnote(extension.WithFootnoteBacklinkHTML(
	`<span aria-hidden="true">&#x21a9;&#xfe0e;</span><span class="sr-only">Back to reference ^^</span>`))

// footnoteIDs returns the option that makes the ids of a text's footnotes
// unique on a page with several texts.
func footnoteIDs(source string) renderer.Option {
	hash := fnv.New32a()
	hash.Write([]byte(source))
	return extension.WithFootnoteIDPrefix(fmt.Sprintf("note-%x-", hash.Sum32()))
}

var definedNote = regexp.MustCompile(`(?m)^[ >\t]*\[\^([^\[\]\r\n]+)\]:`)

// PrefixFootnotes prefixes the labels of a text's footnotes, so that texts can
// be joined.
func PrefixFootnotes(source, prefix string) string {
	var renamed []string
	for _, found := range definedNote.FindAllStringSubmatch(source, -1) {
		renamed = append(renamed, "[^"+found[1]+"]", "[^"+prefix+found[1]+"]")
	}
	return strings.NewReplacer(renamed...).Replace(source)
}
