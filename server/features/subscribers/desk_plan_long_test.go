//go:build long

package subscribers

import "testing"

func TestTheListOfAMillionSubscribersIsFoundByIndex(t *testing.T) { listByIndex(t, 1_000_000) }
