package personal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/google/uuid"
)

// JournalFile is the name of the journal of erasures in the data folder.
const JournalFile = "erasures.jsonl"

// journal records whom we had to erase. It is outside the database, so that a
// database restored from an older backup can be made to erase them again.
type journal struct{ path string }

// erasure is one line: who, by id and hash, and when.
type erasure struct {
	ID          uuid.UUID `json:"id"`
	AddressHash []byte    `json:"addressHash"`
	At          time.Time `json:"at"`
}

// add appends a line and syncs it to disk.
func (j journal) add(e erasure) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return j.write(os.O_APPEND, append(line, '\n'))
}

func (j journal) write(how int, text []byte) error {
	f, err := os.OpenFile(j.path, os.O_CREATE|os.O_WRONLY|how, 0o600)
	if err != nil {
		return fmt.Errorf("open the journal of erasures: %w", err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write the journal of erasures: %w", err)
	}
	return nil
}

func (j journal) read() ([]erasure, error) {
	f, err := os.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the journal of erasures: %w", err)
	}
	defer f.Close()
	var all []erasure
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var e erasure
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("line %d of %s can't be read; correct or remove it: %w", n, j.path, err)
		}
		all = append(all, e)
	}
	return all, lines.Err()
}

// GatherJournals adds to a journal of erasures the entries that only the others
// have.
func GatherJournals(to string, from ...string) error {
	seen := map[string]bool{}
	var text []byte
	for _, path := range append([]string{to}, from...) {
		all, err := journal{path}.read()
		if err != nil {
			return err
		}
		for _, e := range all {
			line, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if !seen[string(line)] {
				seen[string(line)] = true
				text = append(append(text, line...), '\n')
			}
		}
	}
	if len(text) == 0 {
		return nil
	}
	return journal{to}.write(os.O_TRUNC, text)
}
