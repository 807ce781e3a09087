package httpx

import (
	"encoding/json"
	"strconv"
)

// ID is the id of a record in a body. Clients treat ids as opaque, so it may be
// a number or a string. The zero ID means none.
type ID int64

// UnmarshalJSON accepts 12 and "12". Any other JSON becomes -1, which no record
// has, so that it is rejected like an unknown id.
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
