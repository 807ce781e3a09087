package session

import "testing"

func TestARoleIsLimitedToItsOwnersRole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ token, owner, want Role }{
		{Admin, Admin, Admin}, {Admin, Editor, Editor}, {Editor, Admin, Editor}, {Marketer, Visitor, Visitor},
		{Admin, "", Visitor}, {Editor, "boss", Visitor},
	} {
		if got := c.token.AtMost(c.owner); got != c.want {
			t.Errorf("a token of %s whose owner is %q: %s", c.token, c.owner, got)
		}
	}
}
