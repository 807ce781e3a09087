package offerdesk

import (
	"regexp"
	"strings"

	"thriftwell/server/platform/weburl"
)

// macros matches placeholders of networks, such as {click_id}, [CLICKID],
// %%CLICKID%% and ${clickid}. One in brackets must be a whole value.
var macros = regexp.MustCompile(`(?i)\{\{?\s*([\w.-]+)\s*\}?\}|%7B([\w.-]+)%7D|\$\{([\w.-]+)\}|%%([\w.-]+)%%|##([\w.-]+)##|([=/])\[\[?([\w.-]+)\]?\]`)

// leftovers matches what networks' manuals show in place of a click's ID.
var leftovers = regexp.MustCompile(`(?i)!![\w.-]+!!|<[\w .-]+>|@[\w.-]+@|#\w+#|\b(?:your|insert|enter)[_-](?:sub|click|aff)[_-]?id`)

// ours returns our placeholder for a network's macro, or "".
func ours(macro string) string {
	name := strings.ToLower(macro)
	if weburl.IsPersonal(name) || name == "subid" || name == "sourceid" || strings.HasPrefix(name, "utm_") {
		return name
	}
	switch strings.Trim(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name), " ") {
	case "clickid", "yourclickid", "affclickid", "externalid", "refid", "sub1", "subid1", "affsub", "transactionid", "tid":
		return "clickid"
	case "zipcode", "postalcode":
		return "zip"
	case "firstname":
		return "first"
	case "lastname":
		return "last"
	case "phonenumber":
		return "phone"
	case "dateofbirth":
		return "dob"
	case "source":
		return "sourceid"
	}
	return ""
}

// readTarget replaces a network's placeholders in an address with ours. It
// rejects those we can't fill in.
func readTarget(cell string) (address, wrong string) {
	address = macros.ReplaceAllStringFunc(cell, func(found string) string {
		parts := macros.FindStringSubmatch(found)
		before := parts[6]
		name := ours(strings.Join(append(parts[1:6:6], parts[7]), ""))
		if name == "subid" && !strings.EqualFold(found, "{subid}") {
			name = "clickid" // only our own {subid} is the offer's number
		}
		if name == "" {
			if wrong == "" {
				wrong = cantFill(strings.TrimPrefix(found, before))
			}
			return found
		}
		return before + "{" + name + "}"
	})
	if found := leftovers.FindString(address); wrong == "" && found != "" {
		wrong = cantFill(found)
	}
	if wrong == "" && strings.ContainsAny(weburl.Placeholder.ReplaceAllString(address, ""), "{}") {
		wrong = "The address has a brace that belongs to no placeholder."
	}
	return address, wrong
}

func cantFill(placeholder string) string {
	return "We can't fill in " + placeholder + ". Use {clickid} for the click's ID, or remove it."
}
