package httpx

import (
	"encoding/json"
	"strconv"
)

// ID is the id of a record in a body: clients hold ids to be opaque, so it may
// come as a number or as a string. The zero ID is none.
type ID int64

// UnmarshalJSON reads 12 and "12". Any other JSON becomes -1, which no record
// has, so that it is refused as an unknown record is.
func (id *ID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	text := string(b)
	if b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		n = -1
	}
	*id = ID(n)
	return nil
}
