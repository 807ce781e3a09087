package numbers

import "math"

// Program is a formula in postfix order, as the browser evaluates it: numbers,
// names and operations.
type Program []any // float64 or string

// program returns the Program of a node.
func (n node) program() Program {
	switch n.op {
	case "":
		return Program{n.value}
	case "name":
		return Program{n.name}
	}
	var out Program
	for _, arg := range n.args {
		out = append(out, arg.program()...)
	}
	return append(out, n.op)
}

// eval evaluates a node. An undefined result, such as of a division by zero, is
// NaN.
func (n node) eval(values map[string]float64) float64 {
	switch n.op {
	case "":
		return n.value
	case "name":
		return values[n.name]
	}
	args := make([]float64, len(n.args))
	for i, arg := range n.args {
		args[i] = arg.eval(values)
	}
	result := apply(n.op, args)
	if math.IsInf(result, 0) {
		return math.NaN()
	}
	return result
}

// arity returns the number of operands of an operation.
func arity(op string) (n int, isOperation bool) {
	switch op {
	case "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "min", "max":
		return 2, true
	case "round", "ceil", "floor":
		return 1, true
	case "if":
		return 3, true
	}
	return 0, false
}

// apply evaluates one operation. Each result is rounded to 64 bits, as in the
// browser, whatever the processor could combine.
func apply(op string, args []float64) float64 {
	truth := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	a := args[0]
	switch op {
	case "round":
		return round(a)
	case "ceil":
		return math.Ceil(float64(a - float64(math.Abs(a)*slack)))
	case "floor":
		return math.Floor(float64(a + float64(math.Abs(a)*slack)))
	}
	b := args[1]
	switch op {
	case "+":
		return float64(a + b)
	case "-":
		return float64(a - b)
	case "*":
		return float64(a * b)
	case "/":
		return float64(a / b)
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	case "==":
		return truth(a == b)
	case "min":
		return math.Min(a, b)
	case "max":
		return math.Max(a, b)
	}
	if a != 0 {
		return b
	}
	return args[2]
}

// slack is the relative rounding error of a sum that round ignores near whole
// and half numbers: 0.07 × 100 is a little more than 7.
const slack = 1.0 / (1 << 46)

// round rounds to a whole number, halves away from zero.
func round(v float64) float64 {
	size := math.Abs(v)
	whole := math.Floor(float64(float64(size+float64(size*slack)) + 0.5))
	if v < 0 {
		return float64(0 - whole)
	}
	return whole
}
