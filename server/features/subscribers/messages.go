package subscribers

import (
	"net/url"
	"slices"

	"thriftwell/server/platform/mail"
)

func (m *Postman) emails() emails {
	return emails{m.SiteName, m.BaseURL, m.SupportEmail(), signer{m.Store.Secret}}
}

// emails writes the emails to subscribers. They must not contain text typed by
// a visitor, who may have entered someone else's address.
type emails struct {
	siteName     string
	baseURL      string
	supportEmail string
	sign         signer
}

func (l emails) link(path, eid string) string {
	return l.baseURL + path + "?" + url.Values{"eid": {eid}}.Encode()
}

// confirmLink returns the link to the confirmation page. The page is cached for
// everyone, so the frequency is in the address.
func (l emails) confirmLink(p person, why purpose, frequency string) string {
	to := l.link("/confirm", l.sign.sign(p.ID, why, confirmLifetime, p.departure()))
	if frequency == monthly {
		to += "&frequency=" + monthly
	}
	return to
}

// per returns the period of a frequency.
func per(frequency string) string {
	if frequency == monthly {
		return "month"
	}
	return "week"
}

// welcome is the first email, with tips and a link to the offers.
func (l emails) welcome(p person, tips []mail.Item, offers string) mail.Message {
	eid := l.sign.sign(p.ID, forEmail, 0, nil)
	return mail.Message{
		To:          p.Email,
		Unsubscribe: l.link("/unsubscribe", eid),
		Preferences: l.link("/preferences", eid),
		Content: mail.Content{
			Subject: "Welcome to " + l.siteName + ": your first tips",
			Heading: "Welcome. Here are your first tips.",
			Paragraphs: []string{
				"Thanks for signing up. Once a " + per(p.Frequency) + ", we’ll send you ways to spend less on things you already pay for.",
				"To get you started, here are three guides you can use today:",
			},
			Items:  tips,
			Button: &mail.Link{Text: "See this week’s offers", URL: offers},
			Reason: "You’re getting this email because you signed up at " + l.siteName + ".",
		},
	}
}

// confirm asks the owner of an address to confirm a signup.
func (l emails) confirm(p person) mail.Message {
	return mail.Message{
		To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forEmail, 0, nil)),
		Content: mail.Content{
			Subject:    "Confirm your signup at " + l.siteName,
			Heading:    "One click, and your tips are on their way",
			Paragraphs: []string{"Someone, hopefully you, signed up for our " + p.Frequency + " money-saving tips with this address. Please confirm that it was you."},
			Button:     &mail.Link{Text: "Confirm my signup", URL: l.confirmLink(p, forConfirm, p.Frequency)},
			After:      []string{"If it wasn’t you, ignore this email. Unless you confirm, you won’t hear from us again."},
			Reason:     "You’re getting this email because someone entered this address in the signup form at " + l.siteName + ".",
		},
	}
}

// rejoin is confirm for an address that has unsubscribed.
func (l emails) rejoin(p person) mail.Message {
	m := l.confirm(p)
	m.Content.Heading = "Did you just sign up?"
	m.Content.Paragraphs = []string{"Someone, hopefully you, signed up for our " + p.Frequency + " money-saving tips with this address. You unsubscribed before, so we won’t send any unless you confirm."}
	m.Content.After = []string{"If it wasn’t you, ignore this email. You’ll stay unsubscribed."}
	return m
}

// manage has the link to change all preferences and to resubscribe.
func (l emails) manage(p person, emailIsOff bool) mail.Message {
	content := mail.Content{
		Subject:    "Your link to change your " + l.siteName + " settings",
		Heading:    "Choose what you get",
		Paragraphs: []string{"Someone, hopefully you, entered this address on our site. You’re already subscribed. With this link, you can choose your topics and how often we email you, add or remove a phone number, correct your name and address, or delete everything. The link works for a week."},
		Button:     &mail.Link{Text: "Choose what I get", URL: l.link("/preferences", l.sign.sign(p.ID, forManage, manageLifetime, nil))},
		After:      []string{"If it wasn’t you, ignore this email. Nothing has changed."},
		Reason:     "You’re getting this email because someone entered this address in a form at " + l.siteName + ".",
	}
	switch {
	case emailIsOff:
		content.Paragraphs = []string{"Someone, hopefully you, entered this address on our site. You’re unsubscribed, so we won’t send you tips unless you turn them back on. With this link, you can do that, or correct or delete what we keep about you. The link works for a week."}
	case p.State == statePending:
		content.Paragraphs = []string{"Someone, hopefully you, entered this address on our site. You signed up but haven’t confirmed yet, so we aren’t sending you tips. With this link, you can turn them on, or correct or delete what we keep about you. The link works for a week."}
	}
	return mail.Message{To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forEmail, 0, nil)), Content: content}
}

// monthly asks the owner of an address to confirm one email a month, also if
// they have unsubscribed.
func (l emails) monthly(p person) mail.Message {
	m := l.confirm(p)
	m.Content.Subject = "One email a month from " + l.siteName
	m.Content.Heading = "Switch to one email a month?"
	m.Content.Paragraphs = []string{"Someone, hopefully you, asked us to email this address less often. Confirm that it was you, and we’ll send you one email a month with our best tips from the past four weeks. The link works for 30 days."}
	m.Content.Button = &mail.Link{Text: "Email me once a month", URL: l.confirmLink(p, forMonthly, monthly)}
	m.Content.After = []string{"If it wasn’t you, ignore this email. Nothing has changed."}
	m.Content.Reason = "You’re getting this email because someone entered this address in a form at " + l.siteName + "."
	return m
}

// receipt says what was stopped, with a link to undo it.
func (l emails) receipt(p person, ended []string) mail.Message {
	what := "stopped sending our newsletter to this address"
	if !slices.Contains(ended, channelEmail) {
		what = "stopped calls and texts to your phone"
	} else if slices.Contains(ended, channelSMS) {
		what += " and stopped calls and texts to your phone"
	}
	subject, heading, over := "You’ve been unsubscribed from "+l.siteName, "You’ve been unsubscribed", "unsubscribed from"
	still := "If you still get email from us"
	paragraphs := []string{"We’ve " + what + ". This is the last email you’ll get from us unless someone enters this address on our site again."}
	if p.SMSAllowed {
		paragraphs = append(paragraphs, "You’ll still get deal alerts by text, as you chose.")
	}
	if p.State != stateUnsubscribed { // staff recorded a revocation of texts
		subject, heading, over = "No more calls and texts from "+l.siteName, "No more calls and texts", "stopped texts from"
		still = "If you still get a call or text from us"
		paragraphs = []string{"As you asked, we’ve " + what + ". You’ll still get our newsletter. Every issue has a link to unsubscribe."}
	}
	return mail.Message{
		To: p.Email, ReplyTo: l.supportEmail, Answers: true,
		Content: mail.Content{
			Subject:    subject,
			Heading:    heading,
			Paragraphs: paragraphs,
			Button:     &mail.Link{Text: "I changed my mind", URL: l.link("/preferences", l.sign.sign(p.ID, forReturn, manageLifetime, nil))},
			After:      []string{still + ", please email " + l.supportEmail + "."},
			Reason:     "You’re getting this email because you " + over + " " + l.siteName + ".",
		},
	}
}
