package webhooks

import (
	"crypto/hmac"
	"crypto/sha1" // Twilio's signature scheme
	"encoding/base64"
	"encoding/xml"
	"maps"
	"net/url"
	"slices"
)

// isTwilios reports whether a form posted to an address was signed with an
// account's token: https://www.twilio.com/docs/usage/security.
func isTwilios(token, address string, form url.Values, signature string) bool {
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(address))
	for _, name := range slices.Sorted(maps.Keys(form)) {
		values := slices.Clone(form[name])
		slices.Sort(values)
		for _, value := range slices.Compact(values) {
			mac.Write([]byte(name + value))
		}
	}
	given, err := base64.StdEncoding.DecodeString(signature)
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}

// twiML returns the response that makes Twilio send a reply; "" sends none.
func twiML(answer string) ([]byte, error) {
	text, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"Response"`
		Message string   `xml:",omitempty"`
	}{Message: answer})
	return append([]byte(xml.Header), text...), err
}
