package markdown

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
)

// notes are footnotes: [^1] in a text, and [^1]: what it says on a line of its own.
var notes = extension.NewFootnote(extension.WithFootnoteBacklinkHTML(
	`<span aria-hidden="true">&#x21a9;&#xfe0e;</span><span class="sr-only">Back to reference ^^</span>`))

// footnoteIDs gives the footnotes of a text ids that no other text on the page has.
func footnoteIDs(source string) renderer.Option {
	hash := fnv.New32a()
	hash.Write([]byte(source))
	return extension.WithFootnoteIDPrefix(fmt.Sprintf("note-%x-", hash.Sum32()))
}

var definedNote = regexp.MustCompile(`(?m)^[ >\t]*\[\^([^\[\]\r\n]+)\]:`)

// PrefixFootnotes puts a prefix before the labels of the footnotes of a text, so
// that several texts can be joined to one.
func PrefixFootnotes(source, prefix string) string {
	var renamed []string
	for _, found := range definedNote.FindAllStringSubmatch(source, -1) {
		renamed = append(renamed, "[^"+found[1]+"]", "[^"+prefix+found[1]+"]")
	}
	return strings.NewReplacer(renamed...).Replace(source)
}
