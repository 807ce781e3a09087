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

// What reading one picture may cost.
const (
	encodeDeadline = 30 * time.Second
	encodeMemory   = 1 << 30 // bytes
)

// Encoder makes pictures fit to be shown, in a process of its own that may die.
// It makes one at a time, so that pages keep their time, and of each person in
// turn.
type Encoder struct {
	Node   string // the binary; empty if there is none
	Script string // ssr/pictures.ts, or what it was built to
	turns  turns
}

// NewEncoder returns an Encoder.
func NewEncoder(node, script string) *Encoder {
	return &Encoder{Node: node, Script: script}
}

// made is what the process says it made.
type made struct {
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Fallback string `json:"fallback"`
	Widths   []int  `json:"widths"`
	Animated bool   `json:"animated"` // and only its first frame was made
	Refused  string `json:"refused"`
}

// encode makes the files of a person's picture in a folder.
func (e *Encoder) encode(ctx context.Context, person, file, folder string) (m made, err error) {
	if e.Node == "" {
		return m, errors.New("Node.js, which makes pictures, was not found")
	}
	if err := e.turns.take(ctx, person); err != nil {
		return m, busy(err)
	}
	defer e.turns.pass()
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
			return m, busy(asked.Err())
		}
		return m, fmt.Errorf("start the process that reads pictures: %w", err)
	}
	limitMemory(c.Process.Pid, encodeMemory)
	err = c.Wait()
	if readErr := json.Unmarshal(out.Bytes(), &m); readErr != nil {
		switch said := strings.TrimSpace(errs.String()); {
		case strings.Contains(said, "ERR_MODULE_NOT_FOUND"):
			return m, fmt.Errorf("read pictures: %s", said) // not the picture's fault
		case asked.Err() != nil:
			return m, busy(asked.Err()) // waiting for its turn took its time
		default:
			return m, costly(errors.Join(err, errors.New(said)))
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

// busy is the refusal of a picture for which there was no time.
func busy(cause error) error {
	return fault.Busy("We're busy processing pictures. Try again in a moment.", encodeDeadline, cause)
}

// costly is the refusal of a picture whose process did not end well.
func costly(cause error) error {
	f := &fault.Error{}
	errors.As(errCostly, &f)
	copied := *f
	return copied.Because(cause)
}
