package session

import (
	"net/http"
	"strings"
)

// Who returns the actor of a request, by its Authorization header or else its
// session cookie, or ErrNobody. If there is an Authorization header, even a
// wrong or empty one, the cookie is ignored.
func (s *Store) Who(r *http.Request, cookies Cookies) (Actor, error) {
	given, has := r.Header["Authorization"]
	if !has {
		return s.Find(r.Context(), cookies.Session(r))
	}
	kind, secret, _ := strings.Cut(given[0], " ")
	if len(given) != 1 || !strings.EqualFold(kind, "Bearer") {
		return Actor{}, ErrNobody()
	}
	return s.FindToken(r.Context(), strings.TrimSpace(secret))
}
