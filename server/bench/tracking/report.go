package main

import "context"

func (b *bench) report(ctx context.Context, rows int64) error { return nil }
