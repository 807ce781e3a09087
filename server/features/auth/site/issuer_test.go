package site_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

// issuer is an OpenID Connect issuer whose claims are set by the test.
type issuer struct {
	*httptest.Server
	claims    sitetest.M
	told      sitetest.M // claims returned by userinfo
	key       *rsa.PrivateKey
	signer    *rsa.PrivateKey // of the ID token
	challenge string          // of the current authorization
	picture   []byte
}

func newIssuer(t *testing.T) *issuer {
	key := newKey(t)
	i := &issuer{key: key, signer: key}
	mux := http.NewServeMux()
	send := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(v); err != nil {
			t.Error(err)
		}
	}
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		send(w, sitetest.M{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "userinfo_endpoint": i.URL + "/userinfo", "jwks_uri": i.URL + "/keys"})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		send(w, sitetest.M{"keys": []sitetest.M{{"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "n": base64.RawURLEncoding.EncodeToString(i.key.N.Bytes()), "e": "AQAB"}}})
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		verifier := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if base64.RawURLEncoding.EncodeToString(verifier[:]) != i.challenge || r.FormValue("code") != "good" {
			http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
			return
		}
		payload, err := json.Marshal(i.claims)
		if err != nil {
			t.Error(err)
		}
		send(w, sitetest.M{"access_token": "a", "token_type": "Bearer", "id_token": oidctest.SignIDToken(i.signer, "k", oidc.RS256, string(payload))})
	})
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) {
		told := sitetest.M{"sub": i.claims["sub"]}
		maps.Copy(told, i.told)
		send(w, told)
	})
	mux.HandleFunc("GET /picture", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(i.picture) })
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	return i
}

func newKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// arrive signs in at the issuer with valid claims, overridden by claims.
func arrive(s *sitetest.Site, i *issuer, claims sitetest.M) sitetest.Answer {
	s.T.Helper()
	begun := s.Get("/api/auth/oidc?returnTo=/guides")
	to, err := url.Parse(begun.Header.Get("Location"))
	if err != nil || !strings.HasPrefix(to.String(), i.URL+"/authorize?") {
		s.T.Fatalf("begin: %d to %q", begun.Status, begun.Header.Get("Location"))
	}
	asked := to.Query()
	if asked.Get("code_challenge_method") != "S256" || !strings.Contains(asked.Get("scope"), "openid") || asked.Get("redirect_uri") != "https://localhost/api/auth/oidc/callback" {
		s.T.Errorf("authorization request: %v", asked)
	}
	i.challenge = asked.Get("code_challenge")
	i.claims = sitetest.M{"iss": i.URL, "aud": "site", "sub": "1", "exp": time.Now().Add(time.Hour).Unix(), "nonce": asked.Get("nonce"), "email": "Pat@Example.com", "email_verified": true, "given_name": "Pat", "family_name": "Lee", "name": "Pat Lee"}
	for name, value := range claims {
		i.claims[name] = value
		if value == nil {
			delete(i.claims, name)
		}
	}
	code := "good"
	if c, ok := claims["code"]; ok {
		code = fmt.Sprint(c)
	}
	return s.Get("/api/auth/oidc/callback?"+url.Values{"state": {asked.Get("state")}, "code": {code}}.Encode(), "Cookie", sitetest.Cookies("", begun))
}

type user struct {
	ID           int64
	Email, Role  string
	FirstName    string
	ProfileImage *string
}

func whoIs(s *sitetest.Site, a sitetest.Answer) user {
	s.T.Helper()
	who := s.User("Cookie", sitetest.Cookies("", a))
	if who.Status != 200 {
		s.T.Fatalf("not signed in: %d %s after %d", who.Status, who.Body, a.Status)
	}
	return sitetest.Decode[user](s.T, who.Body)
}

func TestIssuer(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	s := apptest.Open(t, "OIDC_ISSUER="+i.URL, "OIDC_CLIENT_ID=site", "OIDC_CLIENT_SECRET=s", "ADMIN_EMAILS=kim@example.com,Boss@example.com")
	tests := map[string]func(*testing.T, *sitetest.Site){}
	for name, test := range map[string]func(*testing.T, *sitetest.Site, *issuer){
		"openIDConnectIssuerSignsPeopleIn":              openIDConnectIssuerSignsPeopleIn,
		"invalidIssuerResponseStartsNoSession":          invalidIssuerResponseStartsNoSession,
		"unverifiedAddressNeverMakesAnAdmin":            unverifiedAddressNeverMakesAnAdmin,
		"identitiesAreNotLinkedByAddress":               identitiesAreNotLinkedByAddress,
		"rolesComeFromVerifiedAddressesNeverFromClaims": rolesComeFromVerifiedAddressesNeverFromClaims,
		"pictureIsCopiedAtSignIn":                       pictureIsCopiedAtSignIn,
	} {
		tests[name] = func(t *testing.T, s *sitetest.Site) { test(t, s, i) }
	}
	s.Share(t, tests, cleared, func(*sitetest.Site) { i.told, i.signer, i.picture = nil, i.key, nil })
}

func openIDConnectIssuerSignsPeopleIn(t *testing.T, s *sitetest.Site, i *issuer) {
	a := arrive(s, i, nil)
	if a.Status != 302 || a.Header.Get("Location") != "/guides" {
		t.Fatalf("%d to %q: %s", a.Status, a.Header.Get("Location"), a.Body)
	}
	if who := whoIs(s, a); who.Email != "pat@example.com" || who.FirstName != "Pat" || who.Role != "visitor" {
		t.Errorf("%+v", who)
	}
	choice := s.Get("/api/auth/login")
	if !strings.Contains(choice.Body, "/api/auth/oidc?") || !strings.Contains(choice.Body, "/api/auth/dev?") {
		t.Error("the sign-in page does not list both providers")
	}
}

func invalidIssuerResponseStartsNoSession(t *testing.T, s *sitetest.Site, i *issuer) {
	for name, claims := range map[string]sitetest.M{
		"another nonce":    {"nonce": "x"},
		"no nonce":         {"nonce": nil},
		"another audience": {"aud": "else"},
		"another issuer":   {"iss": "https://evil.example"},
		"expired":          {"exp": time.Now().Add(-time.Hour).Unix()},
		"no expiry":        {"exp": nil},
		"no subject":       {"sub": nil},
		"no address":       {"email": nil},
		"a bad code":       {"code": "stolen"},
	} {
		if a := arrive(s, i, claims); a.Status != 400 || strings.Contains(sitetest.Cookies("", a), "session") {
			t.Errorf("%s: %d", name, a.Status)
		}
	}
	i.signer = newKey(t)
	if a := arrive(s, i, nil); a.Status != 400 || strings.Contains(sitetest.Cookies("", a), "session") {
		t.Errorf("signed with another key: %d", a.Status)
	}
}

// The address and its verified flag must come from the same document, and an
// address that only looks like the admin's belongs to someone else.
func unverifiedAddressNeverMakesAnAdmin(t *testing.T, s *sitetest.Site, i *issuer) {
	for name, c := range map[string]struct {
		claims, told sitetest.M
		role         string
	}{
		"a Kelvin sign":             {sitetest.M{"email": "\u212Aim@example.com"}, nil, "visitor"},
		"another case":              {sitetest.M{"email": "KIM@example.com"}, nil, "admin"},
		"address from userinfo":     {sitetest.M{"email": nil}, sitetest.M{"email": "kim@example.com"}, "visitor"},
		"other address in userinfo": {sitetest.M{"email": "x@example.com"}, sitetest.M{"email": "kim@example.com"}, "visitor"},
		"verified by userinfo only": {sitetest.M{"email": "kim@example.com", "email_verified": nil}, sitetest.M{"email": "kim@example.com", "email_verified": true}, "visitor"},
		"both from userinfo":        {sitetest.M{"email": nil, "email_verified": nil}, sitetest.M{"email": "kim@example.com", "email_verified": true}, "admin"},
	} {
		i.told, c.claims["sub"], c.claims["name"] = c.told, name, nil
		if who := whoIs(s, arrive(s, i, c.claims)); who.Role != c.role {
			t.Errorf("%s: %+v", name, who)
		}
	}
	i.told = sitetest.M{"sub": "someone else", "email": "kim@example.com", "email_verified": true}
	if a := arrive(s, i, sitetest.M{"sub": "1", "email": nil}); a.Status != 400 {
		t.Errorf("userinfo for another subject: %d", a.Status)
	}
	for _, email := range []string{"\u212Aim@example.com", "b\u043Ess@example.com"} {
		if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), email, session.Editor); err == nil {
			t.Errorf("%s was invited to the staff", email)
		}
	}
}

func identitiesAreNotLinkedByAddress(t *testing.T, s *sitetest.Site, i *issuer) {
	first := whoIs(s, arrive(s, i, sitetest.M{"sub": "1"}))
	if again := whoIs(s, arrive(s, i, sitetest.M{"sub": "1", "email": "new@example.com"})); again.ID != first.ID || again.Email != "new@example.com" {
		t.Errorf("the same subject with another address: %+v", again)
	}
	if other := whoIs(s, arrive(s, i, sitetest.M{"sub": "2", "email": "new@example.com"})); other.ID == first.ID {
		t.Error("another subject with the same address signs in as the same user")
	}
}

func rolesComeFromVerifiedAddressesNeverFromClaims(t *testing.T, s *sitetest.Site, i *issuer) {
	if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), "writer@example.com", session.Editor); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claims sitetest.M
		role   string
	}{
		{sitetest.M{"sub": "1", "email": "boss@example.com"}, "admin"},
		{sitetest.M{"sub": "2", "email": "boss@example.com", "email_verified": false}, "visitor"},
		{sitetest.M{"sub": "3", "email": "boss@example.com", "email_verified": nil}, "visitor"},
		{sitetest.M{"sub": "4", "email": "writer@example.com", "email_verified": false}, "visitor"},
		{sitetest.M{"sub": "5", "email": "writer@example.com", "email_verified": "true"}, "editor"},
		{sitetest.M{"sub": "6", "email": "writer@example.com"}, "visitor"}, // the invitation was for one user
		{sitetest.M{"sub": "7", "email": "x@example.com", "role": "admin", "roles": []string{"admin"}, "groups": []string{"admin"}}, "visitor"},
	} {
		if who := whoIs(s, arrive(s, i, c.claims)); who.Role != c.role {
			t.Errorf("%v is %s", c.claims, who.Role)
		}
	}
}

func pictureIsCopiedAtSignIn(t *testing.T, s *sitetest.Site, i *issuer) {
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	i.picture = drawn.Bytes()
	a := arrive(s, i, sitetest.M{"picture": i.URL + "/picture"})
	who := whoIs(s, a)
	if who.ProfileImage == nil || !strings.HasPrefix(*who.ProfileImage, "/api/auth/avatar?v=") {
		t.Fatalf("%+v", who)
	}
	got := s.Get(*who.ProfileImage, "Cookie", sitetest.Cookies("", a))
	if got.Body != drawn.String() || got.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(got.Header.Get("Cache-Control"), "private") {
		t.Errorf("%d %v", got.Status, got.Header)
	}
	if nobody := s.Get(*who.ProfileImage); nobody.Status != 401 {
		t.Errorf("signed out: %d", nobody.Status)
	}
	for name, picture := range map[string]string{"script": "<svg onload=alert(1)>", "page": "<html>", "empty": "", "too large": "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 600<<10)} {
		i.picture = []byte(picture)
		if who := whoIs(s, arrive(s, i, sitetest.M{"sub": name, "picture": i.URL + "/picture"})); who.ProfileImage != nil {
			t.Errorf("%s was stored as a picture", name)
		}
	}
}
