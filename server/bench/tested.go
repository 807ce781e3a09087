package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// measurePostbacks reports conversions, each answered when it is committed.
func measurePostbacks(ctx context.Context, b *bench) error {
	figure, err := tested(ctx, b, "./server/features/advertisers", "-run", "^$", "-bench", "Postbacks", "-benchtime", "1x")
	if err != nil {
		return err
	}
	b.add(row{Name: "postbacks committed, 16 at a time", Figure: figure("postbacks/s"), Unit: "a second", Site: figure("postbacks/s"), Against: figure("inserts/s"), Of: "a second, to an INSERT each", AtLeast: 2000})
	return nil
}

// measureSearch times the slowest of the searches of the feature's own test, over as
// many pieces as a large magazine has.
func measureSearch(ctx context.Context, b *bench) error {
	figure, err := tested(ctx, b, "./server/features/search", "-tags", "long", "-timeout", "40m", "-run", "TestSearchesAreFastWithManyPieces", "-v", "-args", "-pieces", strconv.Itoa(b.pieces))
	if err != nil {
		return err
	}
	b.add(row{Name: fmt.Sprintf("the slowest search among %d pieces, in the database", b.pieces), Figure: figure("ms-slowest"), Unit: "ms", AtMost: 20},
		row{Name: "until those are indexed", Figure: figure("s-indexed"), Unit: "s"})
	return nil
}

// tested runs tests and returns the figures that they print, by their units.
func tested(ctx context.Context, b *bench, args ...string) (func(unit string) float64, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-count=1"}, args...)...)
	cmd.Dir = b.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return func(unit string) float64 {
		m := regexp.MustCompile(`([0-9.]+) ` + regexp.QuoteMeta(unit) + `\b`).FindSubmatch(out)
		if m == nil {
			return 0
		}
		value, _ := strconv.ParseFloat(string(m[1]), 64)
		return value
	}, nil
}
