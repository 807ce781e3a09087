package main

import "context"

// measureSearch times the slowest of the searches that the feature's own test
// makes, over as many pieces as a large magazine has. Loading them takes some
// minutes.
func measureSearch(ctx context.Context, b *bench) ([]result, error) {
	figure, err := tested(ctx, b, "./server/features/search", "-tags", "long", "-timeout", "40m", "-run", "TestSearchesAreFastWithManyPieces", "-v", "-args", "-pieces", "100000")
	if err != nil {
		return nil, err
	}
	return []result{{Name: "search among 100,000 pieces, the slowest in the database", Figure: figure("ms-slowest"), Unit: "ms", AtMost: 20}}, nil
}
