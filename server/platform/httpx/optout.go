package httpx

import "net/http"

// OptOutCookie stores the choice made at /privacy-choices. Pages read it in the
// browser; ui/shared/opt-out.ts repeats its name and value.
const (
	OptOutCookie = "privacy"
	OptOutValue  = "opt-out"
)

// OptedOut reports whether a visitor's data must not be passed on, by the
// browser's signal (Global Privacy Control) or by the visitor's choice here.
func OptedOut(r *http.Request) bool {
	if r.Header.Get("Sec-GPC") == "1" {
		return true
	}
	choice, err := r.Cookie(OptOutCookie)
	return err == nil && choice.Value == OptOutValue
}
