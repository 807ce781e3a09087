// Package views counts views and reads of the site's pages. It also tells
// other packages which pages exist.
package views

import (
	"thriftwell/server/platform/fault"
)

var (
	errUnknownPage   = fault.Form([]fault.Field{{Field: "visit.page", Message: "There is no such page."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Send view or read, or clickout for an article, guide, or newsletter."}})
)
