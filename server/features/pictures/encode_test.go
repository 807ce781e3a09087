package pictures

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/renderer"
)

// script returns an Encoder that runs program instead of ssr/pictures.ts.
func script(t *testing.T, program string) *Encoder {
	t.Helper()
	node, err := renderer.FindNode("../../..", "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "pictures.mjs")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	return NewEncoder(node, file)
}

func TestCrashedProcessFailsOnlyOnePicture(t *testing.T) {
	dying := `process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)`
	for name, program := range map[string]string{"is killed": dying, "throws": `throw new Error("x")`, "says nothing": ``} {
		e := script(t, program)
		for range 2 {
			_, err := e.encode(t.Context(), "Ann", "x", t.TempDir())
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "too much time or memory") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestPictureMemoryIsLimited(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds the memory of another process")
	}
	e := script(t, `const kept = []; for (let i = 0; i < 80; i++) { await new Promise((done) => setTimeout(done, 5)); kept.push(Buffer.alloc(32 << 20, 1)); } console.log('{"widths":[1]}')`)
	if _, err := e.encode(t.Context(), "Ann", "x", t.TempDir()); !fault.Is(err, fault.Invalid) {
		t.Errorf("2.5 GB were allocated: %v", err)
	}
}

func TestLongWaitIsNotReportedAsABadPicture(t *testing.T) {
	e := script(t, `setInterval(() => {}, 1000)`)
	for _, left := range []time.Duration{200 * time.Millisecond, 0} { // of the request's time after waiting
		ctx, cancel := context.WithTimeout(t.Context(), left)
		defer cancel()
		for range 9 { // with no time left, either outcome of the race is possible
			if _, err := e.encode(ctx, "Ann", "x", t.TempDir()); !fault.Is(err, fault.Unavailable) {
				t.Errorf("with %s left: %v", left, err)
			}
		}
	}
}

func TestPicturesAreConvertedOneAtATime(t *testing.T) {
	e := script(t, `import { mkdirSync, rmdirSync } from "node:fs"; mkdirSync(process.argv[2]); setTimeout(() => { rmdirSync(process.argv[2]); console.log('{"widths":[1]}') }, 100)`)
	held := filepath.Join(t.TempDir(), "held")
	failed := make(chan error)
	for range 3 {
		go func() {
			_, err := e.encode(t.Context(), "Ann", held, t.TempDir())
			failed <- err
		}()
	}
	for range 3 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
