package httpx

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
)

// maxQueryText is the longest text in a query parameter, in bytes.
const maxQueryText = 300

// QueryText returns a text parameter, trimmed, or "" if absent. Text that is
// too long, not UTF-8 or contains a NUL is Invalid.
func QueryText(c *gin.Context, name string) (string, error) {
	s := strings.TrimSpace(c.Query(name))
	if len(s) > maxQueryText {
		return "", fault.Form([]fault.Field{{Field: name, Message: "Please use at most 100 characters."}})
	}
	if isUnreadable(s) {
		return "", unreadableQuery(name)
	}
	return s, nil
}

// Readable fails if an address contains what the database can't store. In the
// path it is NotFound, in a parameter Invalid.
func Readable(c *gin.Context) error {
	if isUnreadable(c.Request.URL.Path) {
		return fault.New(fault.NotFound, "We couldn’t find anything at this address.")
	}
	for name, values := range c.Request.URL.Query() {
		if slices.ContainsFunc(values, isUnreadable) {
			return unreadableQuery(name)
		}
	}
	return nil
}

func unreadableQuery(name string) error {
	return fault.Form([]fault.Field{{Field: name, Message: "This contains a character we can't read."}})
}

// isUnreadable reports whether a text is not UTF-8 or contains a NUL.
func isUnreadable(s string) bool { return !utf8.ValidString(s) || strings.ContainsRune(s, 0) }

// QueryInt returns an integer parameter from least to most, or otherwise if it
// is absent.
func QueryInt(c *gin.Context, name string, otherwise, least, most int) (int, error) {
	s := c.Query(name)
	if s == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most {
		return 0, fault.Form([]fault.Field{{Field: name, Message: "Enter a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most) + "."}})
	}
	return n, nil
}

// QueryBool returns a boolean parameter, or false if absent.
func QueryBool(c *gin.Context, name string) (bool, error) {
	switch c.Query(name) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, fault.Form([]fault.Field{{Field: name, Message: "Choose true or false."}})
}

// WantsPage reports whether a browser requests a page to show, rather than a
// script or program requesting data.
func WantsPage(c *gin.Context) bool { return strings.Contains(c.GetHeader("Accept"), "text/html") }
