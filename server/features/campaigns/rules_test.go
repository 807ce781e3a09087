package campaigns

import (
	"testing"
	"time"
)

func TestTextsAreSentInDaytimeInEveryPossibleZone(t *testing.T) {
	zones, err := ReadZones()
	if err != nil {
		t.Fatal(err)
	}
	const newYork, losAngeles, honolulu, dallas, tollFree = "+12125550123", "+13105550123", "+18085550123", "+12145550123", "+18005550123"
	for _, c := range []struct{ name, now, number, address, want string }{
		{"in the morning", "2026-07-01T12:59:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-07-01T13:00:00Z"},
		{"by day", "2026-07-01T13:00:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-07-01T13:00:00Z"},
		{"in the last minute", "2026-07-01T23:59:59Z", newYork, "1 Main St, Albany, NY 12207", "2026-07-01T23:59:59Z"},
		{"in the evening", "2026-07-02T00:00:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-07-02T13:00:00Z"},
		{"in winter", "2026-01-15T13:30:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-01-15T14:00:00Z"},
		{"overnight as daylight saving time begins", "2026-03-08T02:00:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-03-08T13:00:00Z"},
		{"overnight as daylight saving time ends", "2026-10-31T01:00:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-10-31T13:00:00Z"},
		{"after daylight saving time ended", "2026-11-01T12:00:00Z", newYork, "1 Main St, Albany, NY 12207", "2026-11-01T14:00:00Z"},
		{"western number", "2026-07-01T13:00:00Z", losAngeles, "1 Main St, Albany, NY 12207", "2026-07-01T16:00:00Z"},
		{"western address", "2026-07-02T00:30:00Z", newYork, "1 Main St, Fresno, CA 93701-1234", "2026-07-02T16:00:00Z"},
		{"in Hawaii, which shares ZIP codes with Samoa", "2026-07-01T16:00:00Z", honolulu, "1 Main St, Hilo HI 96720", "2026-07-01T20:00:00Z"},
		{"in a state with two zones", "2026-07-01T14:00:00Z", dallas, "1 Main St, Dallas, TX", "2026-07-01T15:00:00Z"},
		{"in Arizona, where part of the state has daylight saving time", "2026-07-01T15:00:00Z", "+16025550123", "1 Main St, Mesa, AZ 85201", "2026-07-01T16:00:00Z"},
		{"unclear address", "2026-07-01T13:00:00Z", newYork, "1 Main St, Springfield", "2026-07-01T18:00:00Z"},
		{"street that ends like a state", "2026-07-01T13:00:00Z", newYork, "1 Rose Ct", "2026-07-01T18:00:00Z"},
		{"toll-free number", "2026-07-01T13:00:00Z", tollFree, "1 Main St, Albany, NY 12207", "2026-07-01T18:00:00Z"},
		{"unknown zones", "2026-07-02T00:00:00Z", tollFree, "", "2026-07-02T18:00:00Z"},
		{"unknown zones with a Hawaiian number", "2026-07-01T13:00:00Z", honolulu, "", "2026-07-01T19:00:00Z"},
		{"between Guam and New York", "2026-07-01T13:00:00Z", "+16715550123", "1 Main St, Albany, NY 12207", "2026-07-01T23:00:00Z"},
		{"military address", "2026-07-01T13:00:00Z", newYork, "PSC 1, APO AE 09012", "2026-07-01T18:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := zones.Next(now, c.number, c.address)
		if got := at.UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s: at %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSendingPeriodEndsInTheFirstZoneToClose(t *testing.T) {
	zones, err := ReadZones()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, now, number, address, want string }{
		{"by day", "2026-07-01T13:00:00Z", "+12125550123", "1 Main St, Albany, NY 12207", "2026-07-02T00:00:00Z"},
		{"in the last minute", "2026-07-01T23:59:59Z", "+12125550123", "1 Main St, Albany, NY 12207", "2026-07-02T00:00:00Z"},
		{"in the evening", "2026-07-02T00:00:00Z", "+12125550123", "1 Main St, Albany, NY 12207", "2026-07-03T00:00:00Z"},
		{"where one zone is in the west", "2026-07-01T17:00:00Z", "+13105550123", "1 Main St, Albany, NY 12207", "2026-07-02T00:00:00Z"},
		{"where both are", "2026-07-01T17:00:00Z", "+13105550123", "1 Main St, Fresno, CA 93701", "2026-07-02T03:00:00Z"},
		{"where nothing is known", "2026-07-01T19:00:00Z", "+18005550123", "", "2026-07-02T00:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if _, until := zones.Next(now, c.number, c.address); until.UTC().Format(time.RFC3339) != c.want {
			t.Errorf("%s: until %s, want %s", c.name, until.UTC(), c.want)
		}
	}
}

func TestZonesCoverEveryStateAndAreaCode(t *testing.T) {
	zones, err := ReadZones()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(zones.ofState); n != 56 {
		t.Errorf("%d areas, want 50 states, the District of Columbia and five territories", n)
	}
	for _, number := range []string{"+12125550123", "+19075550123", "+17875550123", "+13645550123"} {
		if len(zones.numberZones(number)) == 0 {
			t.Errorf("%s has no zone", number)
		}
	}
	for _, address := range []string{"Boston, MA 02108", "San Juan PR 00901", "Anchorage, AK", "Austin, tx 78701 USA", "90210"} {
		if len(zones.addressZones(address)) == 0 {
			t.Errorf("%s has no zone", address)
		}
	}
}

func TestRepliesAreParsed(t *testing.T) {
	for want, all := range map[word][]string{
		stop: {"STOP", "stop", " Stop. ", "STOPALL", "stop all", "Unsubscribe", "CANCEL", "end", "End!", "QUIT", "revoke", "REVOKE", "opt out", "OPT-OUT", "optout", "opt me out",
			"No more", "no more please", "Please stop texting me", "I don't want these", "I don’t want this", "Do not contact me again", "take me off your list", "remove me", "leave me alone",
			"Not interested", "No", "no thanks", "wrong number", "Stop🛑", "cease and desist", "quit messaging me", "don't text me", "end these texts", "alto", "yes but stop",
			"ARRÊT", "no más", "Don‘t text me", "Don´t text me", "Don`t text me", "Donʼt text me", "DONT TXT ME", "Stopp", "STOPPP", "S.T.O.P", "s t o p", "s t o p it", "stop2end", "STOPme", "stopping",
			"unsubcribe", "unsuscribe", "unsubscribed", "I want to be removed", "delete me", "please delete my number", "take my number off your list", "take us off", "get me off this list",
			"I do not wish to receive these", "I no longer want these", "no longer interested", "I withdraw my consent", "please don't", "please do not", "do not", "no thx", "no ty", "no gracias", "nah", "no way",
			"No, I did not sign up", "basta", "cancelar", "enough already", "discontinue", "terminate", "fuck off", "leave us alone", "not me"},
		start: {"YES", "yes", "Yes!", "y", "Y.E.S.", "START", "Unstop", "yes please"},
		help:  {"HELP", "help", "Info", "help me please"},
		other: {"", "who is this", "thanks", "What is the weekend deal?", "maybe", "🙂", "I said yesterday", "do I get 50% off?", "when does it begin"},
	} {
		for _, said := range all {
			if got := wordOf(said); got != want {
				t.Errorf("%q is %d, want %d", said, got, want)
			}
		}
	}
}

// A no must count as a no, whatever comes before it.
func FuzzRefusalIsRecognized(f *testing.F) {
	f.Add("Yes, please.")
	f.Add("S T O P")
	f.Add("e\u0301\u202e’\xff")
	f.Fuzz(func(t *testing.T, said string) {
		wordOf(said)
		if got := wordOf(said + " stop"); got != stop {
			t.Errorf("%q followed by a stop is parsed as %d", said, got)
		}
	})
}
