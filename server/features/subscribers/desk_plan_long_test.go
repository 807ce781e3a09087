//go:build long

package subscribers

import "testing"

func TestSubscriberListsUseIndexesWithAMillionRows(t *testing.T) { listByIndex(t, 1_000_000) }
