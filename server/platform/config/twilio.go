package config

import "regexp"

// Twilio is the account that sends texts. It may be unset.
type Twilio struct {
	Account string `env:"ACCOUNT_SID" default:"no texts; in development they are kept in DATA_DIR/texts and shown at /dev/texts" example:"AC0123456789abcdef0123456789abcdef" doc:"Twilio account that sends texts."`
	Token   string `env:"AUTH_TOKEN" example:"a-long-random-word" doc:"Token of that account. It also verifies what Twilio sends to BASE_URL/webhooks/twilio."`
	From    string `env:"FROM" example:"+12015550123" doc:"Number that texts come from, or the SID of a messaging service."`
}

// IsSet reports whether the settings name an account.
func (t Twilio) IsSet() bool { return t.Account != "" }

// Missing returns the required settings that are not set.
func (t Twilio) Missing() (names []string) {
	for _, s := range []struct{ name, value string }{{"TWILIO_ACCOUNT_SID", t.Account}, {"TWILIO_AUTH_TOKEN", t.Token}, {"TWILIO_FROM", t.From}} {
		if s.value == "" {
			names = append(names, s.name)
		}
	}
	return names
}

func (t Twilio) check(bad func(string, ...any)) {
	if n := len(t.Missing()); n == 1 || n == 2 {
		bad("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together; set all three or none.")
	}
	if t.Account != "" && !regexp.MustCompile(`^AC[0-9a-f]{32}$`).MatchString(t.Account) {
		bad("TWILIO_ACCOUNT_SID is %q; set it to the account SID, AC followed by 32 letters and digits.", t.Account)
	}
	if t.From != "" && !regexp.MustCompile(`^(\+1[2-9]\d{9}|[2-9]\d{4,5}|MG[0-9a-f]{32})$`).MatchString(t.From) {
		bad("TWILIO_FROM is %q; set it to a number such as +12015550123, a short code, or a messaging service SID.", t.From)
	}
}
