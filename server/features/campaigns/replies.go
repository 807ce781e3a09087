package campaigns

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/ratelimit"
)

// Replies handles the texts people send back.
type Replies struct {
	Wording
	Limiter *ratelimit.Limiter
	// Stop and Start record what a number's owner said. Start returns how many
	// subscribers it applies to.
	Stop  func(ctx context.Context, number, said string) error
	Start func(ctx context.Context, number, said string) (people int, err error)
	// Stopped reports whether the number's owner has said stop, and not start
	// since.
	Stopped func(ctx context.Context, number string) (bool, error)
}

// replyLimit limits the replies to a number, because it may be a machine that
// replies too.
func replyLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "replies per number", Most: 5, Per: time.Hour}
}

// Take handles a text that someone sent, and returns the reply, or "" for none.
// A number that said stop gets a reply only to what it asks for.
func (r Replies) Take(ctx context.Context, number, said string) (answer string, err error) {
	stopped, err := r.Stopped(ctx, number)
	if err != nil {
		return "", err
	}
	meant := wordOf(said)
	switch meant {
	case stop:
		if err = r.Stop(ctx, number, said); err != nil {
			return "", err
		}
		answer = r.goodbye()
	case start:
		people, err := r.Start(ctx, number, said)
		if err != nil {
			return "", err
		}
		if answer = r.welcome(); people == 0 {
			answer = r.unknown()
		}
	default:
		answer = r.help()
	}
	if stopped && (meant == stop || meant == other) {
		return "", nil
	}
	err = r.Limiter.Take(ctx, ratelimit.Use{Rule: replyLimit(), By: number})
	if fault.Is(err, fault.TooMany) {
		return "", nil
	}
	return answer, err
}

// word is the meaning of a reply.
type word int

const (
	other word = iota
	stop
	start
	help
)

var (
	// silent matches what plain spelling leaves out: accents and apostrophes.
	silent = regexp.MustCompile("[\\p{Mn}'’‘´`ʼ]")
	// notWord matches what separates words.
	notWord = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	// spelled matches a word with spaces between its letters.
	spelled = regexp.MustCompile(`\b\w( \w\b)+`)
)

// refusal matches any plain wording of a no (47 CFR 64.1200(a)(10)), in words
// separated by single spaces, without accents and apostrophes. A doubtful reply
// counts as a no.
var refusal = regexp.MustCompile(`\b((stop|unsub|unsus|cancel|remov|delet|withdr|terminat|discontinu|fuck)\w*|quit|revoke|cease|desist|optout|opt (me )?out|opt(ing|ed) out|no more|no longer|no thanks?|no thank you|not interested|not me|leave (me|us)|go away|basta|` +
	`(get|take) ([a-z]+ )*off|wrong (number|person)|lose my number|` +
	`(dont|do not|never|no) (ever )?(text|texts|texting|txt|message|messages|messaging|send|sending|receive|contact|contacting|call|calls|calling|want|wish|need|bother)|` +
	`end (it|this|these|them|all|the|my|texts?|messages?|alerts?|subscription))\b|` +
	`^((please )?(dont|do not)|no|nah|nope|enough)\b|^(end|n|off|out|arret|alto|parar)$`)

// wordOf parses a reply.
func wordOf(said string) word {
	plain := silent.ReplaceAllString(norm.NFD.String(strings.ToLower(said)), "")
	plain = strings.TrimSpace(notWord.ReplaceAllString(plain, " "))
	plain = spelled.ReplaceAllStringFunc(plain, func(letters string) string { return strings.ReplaceAll(letters, " ", "") })
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
