package numbers

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// node is a part of a formula: a number, a name, or an operation on nodes. The
// operations are those of a Program.
type node struct {
	op    string // "" for a number, "name" for a name
	name  string
	value float64
	args  []node
}

// Limits of a formula, in bytes and in nesting.
const (
	maxFormula = 500
	maxDepth   = 40
)

// parse parses a formula. It accepts what Go's parser does for + - * / and
// comparisons, and the functions min, max, round, ceil, floor and if.
func parse(formula string) (n node, wrong string) {
	if strings.TrimSpace(formula) == "" {
		return n, "Enter a formula."
	}
	if len(formula) > maxFormula || strings.Count(formula, "(") > maxDepth || strings.Count(formula, "-") > maxDepth {
		return n, "This formula is too long."
	}
	expression, err := parser.ParseExpr(capitalIf(formula))
	if err != nil || strings.ContainsAny(formula, "\n\"'`;{}[]") {
		return n, "The formula “" + formula + "” can't be read" + where(err) + ". Use numbers, names, + - * / ( ), comparisons, and min, max, round, ceil, floor, and if."
	}
	return nodeOf(expression)
}

// where returns the character position of an error.
func where(err error) string {
	list, ok := err.(scanner.ErrorList)
	if !ok || len(list) == 0 {
		return ""
	}
	return " from its character " + strconv.Itoa(list[0].Pos.Column) + " on"
}

// capitalIf writes the function if as IF, because if is a Go keyword.
func capitalIf(formula string) string {
	out := []byte(formula)
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(out))
	s.Init(file, []byte(formula), func(token.Position, string) {}, 0)
	for {
		pos, tok, _ := s.Scan()
		if tok == token.EOF {
			return string(out)
		}
		if tok == token.IF {
			copy(out[file.Offset(pos):], "IF")
		}
	}
}

var number = regexp.MustCompile(`^(0|[1-9]\d*)(\.\d+)?$`)

func nodeOf(e ast.Expr) (n node, wrong string) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return nodeOf(e.X)
	case *ast.Ident:
		if _, isOperation := arity(e.Name); isOperation || e.Name == "IF" {
			return n, "“" + e.Name + "” is a function. Put its arguments in parentheses."
		}
		return node{op: "name", name: e.Name}, ""
	case *ast.BasicLit:
		value, err := strconv.ParseFloat(e.Value, 64)
		if err != nil || !number.MatchString(e.Value) || value > maxValue {
			return n, "“" + e.Value + "” isn't a number. Write numbers as 1200 or 0.05."
		}
		return node{value: value}, ""
	case *ast.UnaryExpr:
		if e.Op != token.SUB {
			break
		}
		return operation("-", []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "0"}, e.X})
	case *ast.BinaryExpr:
		switch op := e.Op.String(); op {
		case "+", "-", "*", "/", "<", "<=", ">", ">=", "==":
			return operation(op, []ast.Expr{e.X, e.Y})
		}
		return n, "There is no " + e.Op.String() + " in formulas."
	case *ast.CallExpr:
		return call(e)
	}
	return n, "Formulas use numbers, names, + - * / ( ), comparisons, and min, max, round, ceil, floor, and if."
}

func operation(op string, operands []ast.Expr) (node, string) {
	n := node{op: op}
	for _, operand := range operands {
		arg, wrong := nodeOf(operand)
		if wrong != "" {
			return n, wrong
		}
		n.args = append(n.args, arg)
	}
	return n, ""
}

func call(e *ast.CallExpr) (n node, wrong string) {
	name := ""
	if f, ok := e.Fun.(*ast.Ident); ok {
		name = f.Name
	}
	given := len(e.Args)
	switch name {
	case "IF":
		if given != 3 {
			return n, "The function if takes three arguments: if(comparison, then, else)."
		}
		return operation("if", e.Args)
	case "round", "ceil", "floor":
		if given != 1 {
			return n, "The function " + name + " takes one number."
		}
		return operation(name, e.Args)
	case "min", "max":
		if given < 2 {
			return n, "The function " + name + " takes two numbers or more."
		}
		all, wrong := operation(name, e.Args)
		if wrong != "" {
			return n, wrong
		}
		n = all.args[0]
		for _, arg := range all.args[1:] {
			n = node{op: name, args: []node{n, arg}}
		}
		return n, ""
	}
	return n, "There is no function “" + name + "”. Use min, max, round, ceil, floor, or if."
}

// names returns the names that a formula uses.
func (n node) names() (found []string) {
	if n.op == "name" {
		return []string{n.name}
	}
	for _, arg := range n.args {
		found = append(found, arg.names()...)
	}
	return found
}

// compares reports whether a node is a comparison rather than a number.
func (n node) compares() bool { return strings.ContainsAny(n.op, "<>=") }
