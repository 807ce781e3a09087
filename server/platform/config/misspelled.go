package config

import (
	"fmt"
	"maps"
	"slices"
)

// shortName is how long a name is at least that one slip more or less makes no
// other word of: HOST is close to what other programs read.
const shortName = 6

// misspelled returns a sentence for each variable that is no setting, but one
// slip away from one.
func misspelled(values map[string]string) (sentences []string) {
	known := []string{"ENV_FILE"}
	for _, name := range names() {
		known = append(known, name, name+fileEnding)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(known, name) {
			continue
		}
		i := slices.IndexFunc(known, func(k string) bool { return len(k) >= shortName && oneSlip(name, k) || swapped(name, k) })
		if i >= 0 {
			sentences = append(sentences, fmt.Sprintf("%s isn't a setting. Did you mean %s?", name, known[i]))
		}
	}
	return sentences
}

// differing returns what two words don't share at their beginning and end.
func differing(a, b string) (string, string) {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// oneSlip reports whether one letter more, less or wrong makes one word of
// another.
func oneSlip(a, b string) bool {
	a, b = differing(a, b)
	return len(a) <= 1 && len(b) <= 1
}

// swapped reports whether two letters beside each other changed places.
func swapped(a, b string) bool {
	a, b = differing(a, b)
	return len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
