package numbers

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Sheet is a checked block, ready to be shown.
type Sheet struct {
	Block
	order  []Formula // each after those it depends on
	nodes  map[string]node
	values map[string]float64 // of the example
}

// Read parses and checks the YAML of a block. If there are problems, the sheet
// is nil. A carriage return also ends a line.
func Read(source string) (*Sheet, []Problem) {
	source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	if len(source) > MaxLength || strings.Count(source, "\n") > maxLines {
		return nil, []Problem{{1, "", "This block is too long."}}
	}
	if found := repeated(source); found != nil {
		return nil, []Problem{{found.Position.Line, "", "“" + found.Value + "” is an alias. Write the value out."}}
	}
	var b Block
	if err := decode(source, &b); err != nil {
		return nil, []Problem{problemOf(err)}
	}
	order, nodes, problems := b.check(lines(source))
	if len(problems) > 0 {
		return nil, problems
	}
	return &Sheet{b, order, nodes, b.example(order, nodes)}, nil
}

// repeated returns the first YAML token that includes other text, if any. With
// those, a short text could expand to an enormous one.
func repeated(source string) *token.Token {
	for _, t := range lexer.Tokenize(source) {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return t
		}
	}
	return nil
}

// decode parses YAML. Unknown fields and panics of the library are errors.
func decode(source string, out *Block) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it is malformed")
		}
	}()
	return yaml.UnmarshalWithOptions([]byte(source), out, yaml.Strict())
}

func problemOf(err error) Problem {
	p := Problem{1, "", err.Error()}
	var told yaml.Error
	if errors.As(err, &told) {
		p.Message = told.GetMessage()
		if errors.As(err, new(*yaml.TypeError)) { // its message names Go types
			p.Message = "this field has a value of the wrong type"
		}
		if token := told.GetToken(); token != nil && token.Position != nil {
			p.Line = token.Position.Line
		}
	}
	p.Message, _, _ = strings.Cut(p.Message, "\n")
	p.Message = "We couldn't read this: " + strings.TrimSuffix(p.Message, ".") + "."
	return p
}

// lines returns a function that finds the line of a field, or of its parent.
func lines(source string) func(at string) int {
	file, err := parser.ParseBytes([]byte(source), 0)
	return func(at string) int {
		for ; err == nil && at != ""; at = at[:max(0, strings.LastIndexAny(at, ".["))] {
			path, wrong := yaml.PathString("$." + at)
			if wrong != nil {
				continue
			}
			if node, wrong := path.FilterFile(file); wrong == nil && node != nil {
				return first(node)
			}
		}
		return 1
	}
}

// first returns the line on which a node begins.
func first(node ast.Node) int {
	if mapping, ok := node.(*ast.MappingNode); ok && len(mapping.Values) > 0 {
		node = mapping.Values[0].Key
	}
	if token := node.GetToken(); token != nil && token.Position != nil {
		return token.Position.Line
	}
	return 1
}

var figure = regexp.MustCompile(`\{([A-Za-z0-9]+)\}`)

// figuresIn returns the names in the braces of a sentence.
func figuresIn(sentence string) (names []string) {
	for _, found := range figure.FindAllStringSubmatch(sentence, -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}
