package pictures

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
)

// Limits for reading one picture.
const (
	encodeDeadline = 30 * time.Second
	encodeMemory   = 1 << 30 // bytes
)

// Encoder converts pictures for display in a separate process, which may crash.
// It converts one at a time, so that pages stay fast, and takes turns between
// users.
type Encoder struct {
	Node   string // path of the binary; empty if there is none
	Script string // path of ssr/pictures.ts or of its build
	lock   fairLock
}

// NewEncoder returns an Encoder.
func NewEncoder(node, script string) *Encoder {
	return &Encoder{Node: node, Script: script}
}

// made is the output of the process.
type made struct {
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Fallback string `json:"fallback"`
	Widths   []int  `json:"widths"`
	Animated bool   `json:"animated"` // only the first frame was converted
	Refused  string `json:"refused"`
}

// encode writes the files of a person's picture to a folder.
func (e *Encoder) encode(ctx context.Context, person, file, folder string) (m made, err error) {
	if e.Node == "" {
		return m, errors.New("Node.js, which makes pictures, was not found")
	}
	if err := e.lock.acquire(ctx, person); err != nil {
		return m, errBusy(err)
	}
	defer e.lock.release()
	asked := ctx
	ctx, cancel := context.WithTimeout(asked, encodeDeadline)
	defer cancel()
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, e.Node, e.Script, file, folder, strconv.Itoa(maxPixels))
	c.Env = []string{"NODE_ENV=production"} // the rest of the environment holds secrets
	c.Stdout, c.Stderr = &out, &errs
	c.WaitDelay = time.Second
	if err := c.Start(); err != nil {
		if asked.Err() != nil {
			return m, errBusy(asked.Err())
		}
		return m, fmt.Errorf("start the process that reads pictures: %w", err)
	}
	limitMemory(c.Process.Pid, encodeMemory)
	err = c.Wait()
	if readErr := json.Unmarshal(out.Bytes(), &m); readErr != nil {
		switch said := strings.TrimSpace(errs.String()); {
		case strings.Contains(said, "ERR_MODULE_NOT_FOUND"):
			return m, fmt.Errorf("read pictures: %s", said) // not caused by the picture
		case asked.Err() != nil:
			return m, errBusy(asked.Err()) // its time ran out while waiting
		default:
			return m, errFailed(errors.Join(err, errors.New(said)))
		}
	}
	switch m.Refused {
	case "":
		return m, nil
	case "format":
		return m, errFormat
	case "pixels":
		return m, errPixels
	}
	return m, errUnreadable
}

// errBusy returns the error for a picture that could not be processed in time.
func errBusy(cause error) error {
	return fault.Busy("We're busy processing pictures. Try again in a moment.", encodeDeadline, cause)
}

// errFailed returns the error for a picture whose process failed.
func errFailed(cause error) error {
	f := &fault.Error{}
	errors.As(errCostly, &f)
	copied := *f
	return copied.Because(cause)
}
