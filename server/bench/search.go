package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// measureSearch measures the slowest search in a test of the whole program.
func measureSearch(ctx context.Context, b *bench) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-tags", "long", "-timeout", "40m", "-run", "TestSearchesAreFastWithManyPieces", "-v",
		"./server/features/site", "-args", "-pieces", strconv.Itoa(b.pieces))
	cmd.Dir = b.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out[max(0, len(out)-2000):])
	}
	figure := func(unit string) (value float64) {
		if m := regexp.MustCompile(`([0-9.]+) ` + unit + `\b`).FindSubmatch(out); m != nil {
			value, _ = strconv.ParseFloat(string(m[1]), 64)
		}
		return value
	}
	if figure("ms-slowest") == 0 {
		return fmt.Errorf("the test of searches measured nothing: %s", out)
	}
	b.add(
		row{Name: fmt.Sprintf("the slowest search among %d pieces, in the database", b.pieces), Figure: figure("ms-slowest"), Unit: "ms", AtMost: 20},
		row{Name: "until those are indexed", Figure: figure("s-indexed"), Unit: "s"},
	)
	return nil
}
