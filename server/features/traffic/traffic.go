// Package traffic counts what is read: views and reads of the site's pages. It
// knows which pages there are, for whatever else says on which it happened.
package traffic

import (
	"thriftwell/server/platform/fault"
)

var (
	errUnknownPage   = fault.Form([]fault.Field{{Field: "visit.page", Message: "There is no such page."}})
	errUnknownAction = fault.Form([]fault.Field{{Field: "action", Message: "Send view or read, or clickout for an article, guide, or newsletter."}})
)
