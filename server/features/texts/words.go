package texts

import (
	"regexp"
	"slices"
	"strings"
)

// What somebody says in a text.
type word int

const (
	other word = iota
	stop
	start
	help
)

// notWord matches what stands between words.
var notWord = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// refusal matches any plain wording of a no (47 CFR 64.1200(a)(10)), in words
// apart by single blanks, without apostrophes. What is in doubt is a no.
var refusal = regexp.MustCompile(`\b(stop|stopall|stopp+ed|unsubscribe|unsub|cancel|quit|revoke|cease|desist|remove|optout|opt (me )?out|opt(ing|ed) out|no more|no thanks?|no thank you|not interested|leave me alone|go away|take me off|wrong (number|person)|lose my number|` +
	`(dont|do not|never|stop|quit|no) (ever )?(text|texts|texting|message|messages|messaging|send|sending|contact|contacting|call|calls|calling|want|bother)|` +
	`end (it|this|these|them|all|the|my|texts?|messages?|alerts?|subscription))\b|^(end|no|nope|n|off|out|enough|arret|alto|parar)$`)

// wordOf reads a text.
func wordOf(said string) word {
	plain := strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(said))
	plain = strings.TrimSpace(notWord.ReplaceAllString(plain, " "))
	switch {
	case refusal.MatchString(plain):
		return stop
	case slices.Contains([]string{"yes", "y", "yes please", "start", "unstop"}, plain):
		return start
	case plain == "info" || plain == "help" || strings.HasPrefix(plain, "help "):
		return help
	}
	return other
}
