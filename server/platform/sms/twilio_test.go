package sms

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// twilio returns a server that answers as Twilio does, with a status and a
// body.
func twilio(t *testing.T, answer func(r *http.Request) (status int, body string)) Twilio {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "AC1" || password != "secret" || r.URL.Path != "/2010-04-01/Accounts/AC1/Messages.json" {
			t.Errorf("%s %s by %q", r.Method, r.URL, user)
		}
		status, body := answer(r)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return Twilio{Account: "AC1", Token: "secret", From: "+12015550100", API: server.URL, Callback: "https://site.example/hook", Client: server.Client()}
}

func TestTwilioAnswersBecomeOutcomes(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   Outcome
		id     string
	}{
		{201, `{"sid":"SM1","status":"queued"}`, Taken, "SM1"},
		{400, `{"code":21211,"message":"not a number"}`, Refused, ""},
		{400, `{"code":21266,"message":"our own number"}`, Refused, ""},
		{400, `{"code":21268,"message":"a premium number"}`, Refused, ""},
		{400, `{"code":21608,"message":"not verified on trial"}`, Refused, ""},
		{400, `{"code":21408,"message":"no permission for the region"}`, Away, ""},
		{400, `{"code":21610,"message":"unsubscribed"}`, Stopped, ""},
		{400, `{"code":21606,"message":"not your sender"}`, Away, ""},
		{401, `{"code":20003}`, Away, ""},
		{429, `{"code":20429}`, Away, ""},
		{500, `oops`, Unsure, ""},
		{201, `{"sid":`, Unsure, ""},
	} {
		line := twilio(t, func(r *http.Request) (int, string) {
			if err := r.ParseForm(); err != nil || r.PostForm.Encode() != "Body=Hi+%26+bye&From=%2B12015550100&StatusCallback=https%3A%2F%2Fsite.example%2Fhook&To=%2B12125550123" {
				t.Errorf("it got %v (%v)", r.PostForm, err)
			}
			return c.status, c.body
		})
		got, id, err := line.Send(t.Context(), Message{To: "+12125550123", Body: "Hi & bye"})
		if got != c.want || id != c.id || (err == nil) != (c.want == Taken) {
			t.Errorf("%d %s: %d, %q (%v), want %d", c.status, c.body, got, id, err, c.want)
		}
	}
}

func TestWithinLimitsTheValidityPeriod(t *testing.T) {
	for within, want := range map[time.Duration]string{0: "", 500 * time.Millisecond: "1", 90 * time.Minute: "5400", 11 * time.Hour: "36000"} {
		line := twilio(t, func(r *http.Request) (int, string) {
			if got := r.PostFormValue("ValidityPeriod"); got != want {
				t.Errorf("%s: %q, want %q", within, got, want)
			}
			return 201, `{"sid":"SM1"}`
		})
		if got, _, err := line.Send(t.Context(), Message{To: "+12125550123", Body: "Hi", Within: within}); got != Taken || err != nil {
			t.Errorf("%s: %d (%v)", within, got, err)
		}
	}
}

func TestAnUnreachableTwilioIsAway(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	line := Twilio{Account: "AC1", API: server.URL, Client: http.DefaultClient}
	if got, _, err := line.Send(t.Context(), Message{To: "+12125550123"}); got != Away || err == nil {
		t.Errorf("%d (%v)", got, err)
	}
}

func TestFindReturnsAcceptedTexts(t *testing.T) {
	handed := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	line := twilio(t, func(r *http.Request) (int, string) {
		if r.URL.Query().Get("To") != "+12125550123" {
			t.Errorf("asked %s", r.URL)
		}
		return 200, `{"messages":[{"sid":"SM2","body":"It's here","date_created":"Mon, 23 Nov 2026 15:00:01 +0000"},
			{"sid":"SM1","body":"Before","date_created":"Mon, 23 Nov 2026 12:00:00 +0000"}]}`
	})
	if id, err := line.Find(t.Context(), Message{To: "+12125550123", Body: "It’s here"}, handed); id != "SM2" || err != nil {
		t.Errorf("%q (%v)", id, err)
	}
	for _, body := range []string{"Before", "Never"} {
		if id, err := line.Find(t.Context(), Message{To: "+12125550123", Body: body}, handed); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %q (%v)", body, id, err)
		}
	}
	away := twilio(t, func(*http.Request) (int, string) { return 503, "" })
	if _, err := away.Find(t.Context(), Message{To: "+12125550123"}, handed); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("a Twilio that doesn't answer: %v", err)
	}
}
