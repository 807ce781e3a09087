package personal_test

import (
	"testing"

	"thriftwell/server/app/sitetest"
)

// The entries about others stay in the audit log when a person is erased.
func erasingKeepsLogEntriesOfOthers(t *testing.T, s *sitetest.Site) {
	const email = "jane@others.example"
	add := func(actor, after string, user, token any) int {
		return s.Count(`INSERT INTO audit_log (actor, via, action, kind, subject_id, after, network, user_id, token_id)
			VALUES ($1, 'token', 'create', 'user', '1', $2::jsonb, 'hash', $3, $4) RETURNING id`, actor, after, user, token)
	}
	user := func(verified bool) int {
		return s.Count("INSERT INTO users (email, email_verified, role) VALUES ($1, $2, 'editor') RETURNING id", email, verified)
	}
	owner, claimant := user(true), user(false)
	const mention = `{"email": "jane@others.example"}`
	own := add(email, "{}", owner, 1_000_005)
	byToken := add("token 1000007", mention, nil, 1_000_007)
	byClaimant := add("user 9", "{}", claimant, 1_000_008)
	kept, err := s.People.Accounts.Kept(t.Context(), email)
	if err != nil || len(kept.Changes) != 2 {
		t.Errorf("exported as hers: %+v, %v", kept.Changes, err)
	}
	if err := s.People.Erase(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, where string
		id          int
	}{
		{"her own", "actor = 'erased' AND network = '' AND user_id IS NULL AND token_id IS NULL", own},
		{"a token's without an owner that mentions her", "actor = 'token 1000007' AND network = 'hash' AND token_id = 1000007 AND after->>'email' = 'erased'", byToken},
		{"of who only claims her address", "actor = 'user 9' AND network = 'hash' AND user_id IS NOT NULL AND token_id = 1000008", byClaimant},
	} {
		if s.Count("SELECT count(*) FROM audit_log WHERE id = $1 AND "+c.where, c.id) != 1 {
			t.Errorf("wrong entry: %s", c.name)
		}
	}
}
