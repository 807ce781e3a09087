package subscribers

import (
	"net/url"
	"slices"

	"thriftwell/server/platform/mail"
)

// letters writes the mails to subscribers. None carries a word that a visitor
// typed: whoever signs somebody else up must not be able to say something.
type letters struct {
	siteName     string
	baseURL      string
	supportEmail string
	sign         signer
}

func (l letters) link(path, eid string) string {
	return l.baseURL + path + "?" + url.Values{"eid": {eid}}.Encode()
}

// confirmLink leads to the page that asks for the press. That page is the same
// for everybody, so the address says how often the mail would come.
func (l letters) confirmLink(p person, why purpose, frequency string) string {
	to := l.link("/confirm", l.sign.sign(p.ID, why, confirmLifetime, p.departure()))
	if frequency == monthly {
		to += "&frequency=" + monthly
	}
	return to
}

// per is the time in which one mail comes.
func per(frequency string) string {
	if frequency == monthly {
		return "month"
	}
	return "week"
}

// welcome is the first mail, which brings the first tips and leads to the offers.
func (l letters) welcome(p person, tips []mail.Item, offers string) mail.Message {
	eid := l.sign.sign(p.ID, forMail, 0, nil)
	return mail.Message{
		To:          p.Email,
		Unsubscribe: l.link("/unsubscribe", eid),
		Preferences: l.link("/preferences", eid),
		Letter: mail.Letter{
			Subject: "Welcome to " + l.siteName + ": your first tips",
			Heading: "Welcome. Here are your first tips.",
			Paragraphs: []string{
				"Thank you for signing up. Once a " + per(p.Frequency) + " we send ways to spend less on the things you pay for anyway.",
				"To start with, three guides that you can use today:",
			},
			Items:  tips,
			Button: &mail.Link{Text: "See this week's offers", URL: offers},
			Reason: "You get this mail because this address was signed up at " + l.siteName + ".",
		},
	}
}

// confirm asks whether it was the owner who signed up.
func (l letters) confirm(p person) mail.Message {
	return mail.Message{
		To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forMail, 0, nil)),
		Letter: mail.Letter{
			Subject:    "Please confirm your signup at " + l.siteName,
			Heading:    "One click, and your tips are on their way",
			Paragraphs: []string{"Somebody, hopefully you, signed this address up for our " + p.Frequency + " money-saving tips. Please confirm that it was you."},
			Button:     &mail.Link{Text: "Confirm my signup", URL: l.confirmLink(p, forConfirm, p.Frequency)},
			After:      []string{"If it was not you, do nothing: without the click you will not hear from us again."},
			Reason:     "You get this mail because this address was entered in the signup form at " + l.siteName + ".",
		},
	}
}

// rejoin is confirm for an address that unsubscribed earlier.
func (l letters) rejoin(p person) mail.Message {
	m := l.confirm(p)
	m.Letter.Heading = "Was it you who signed up?"
	m.Letter.Paragraphs = []string{"Somebody, hopefully you, signed this address up for our " + p.Frequency + " money-saving tips. It was unsubscribed earlier, so we send none unless you confirm."}
	m.Letter.After = []string{"If it was not you, do nothing: this address stays unsubscribed."}
	return m
}

// manage brings the link by which everything can be chosen, also to come back.
func (l letters) manage(p person, mailIsOff bool) mail.Message {
	letter := mail.Letter{
		Subject:    "Your link to choose what " + l.siteName + " sends you",
		Heading:    "Choose what you get",
		Paragraphs: []string{"Somebody, hopefully you, entered this address on our site. You are subscribed already. By this link, which works for a week, you can choose topics and how often we write, add or remove a phone number, correct your name and address, or have everything deleted."},
		Button:     &mail.Link{Text: "Choose what I get", URL: l.link("/preferences", l.sign.sign(p.ID, forManage, manageLifetime, nil))},
		After:      []string{"If it was not you, there is nothing to do: nothing was changed."},
		Reason:     "You get this mail because this address was entered on a form at " + l.siteName + ".",
	}
	switch {
	case mailIsOff:
		letter.Paragraphs = []string{"Somebody, hopefully you, entered this address on our site. It is unsubscribed, so we send no tips unless you turn them on again. By this link, which works for a week, you can. You can also correct what we keep of you, or have it deleted."}
	case p.State == statePending:
		letter.Paragraphs = []string{"Somebody, hopefully you, entered this address on our site. It was signed up, but that is not confirmed yet, so we send no tips. By this link, which works for a week, you can turn them on. You can also correct what we keep of you, or have it deleted."}
	}
	return mail.Message{To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forMail, 0, nil)), Letter: letter}
}

// monthly asks whether it was the owner who wants one mail a month; a press
// turns that on, also for somebody who left.
func (l letters) monthly(p person) mail.Message {
	m := l.confirm(p)
	m.Letter.Subject = "One mail a month from " + l.siteName
	m.Letter.Heading = "One mail a month instead?"
	m.Letter.Paragraphs = []string{"Somebody, hopefully you, asked for fewer mails to this address. Please confirm that it was you, and we write once a month, with the best of four weeks. The link works for 30 days."}
	m.Letter.Button = &mail.Link{Text: "Write to me once a month", URL: l.confirmLink(p, forMonthly, monthly)}
	m.Letter.After = []string{"If it was not you, do nothing: nothing was changed."}
	m.Letter.Reason = "You get this mail because this address was entered on a form at " + l.siteName + "."
	return m
}

// receipt says which channels have ended, and shows the way back.
func (l letters) receipt(p person, ended []string) mail.Message {
	what := "the newsletter to this address"
	if !slices.Contains(ended, channelEmail) {
		what = "the calls and text messages to your phone"
	} else if slices.Contains(ended, channelSMS) {
		what += " and the calls and text messages to your phone"
	}
	subject, heading, over := "You've been unsubscribed from "+l.siteName, "You've been unsubscribed", "what"
	still := "If mail from us still arrives"
	paragraphs := []string{"We have ended " + what + ". This mail only confirms it; we send no other unless this address is entered on our site again."}
	if p.SMSAllowed {
		paragraphs = append(paragraphs, "Deal alerts by text go on, as you chose.")
	}
	if p.State != stateUnsubscribed { // staff recorded the end of texts
		subject, heading, over = "No more calls and texts from "+l.siteName, "No more calls and texts", "a part of what"
		still = "If a call or a text from us still comes"
		paragraphs = []string{"You asked us to stop. We have ended " + what + ". This mail confirms it. The newsletter goes on; every issue has a link to unsubscribe."}
	}
	return mail.Message{
		To: p.Email, ReplyTo: l.supportEmail, Answers: true,
		Letter: mail.Letter{
			Subject:    subject,
			Heading:    heading,
			Paragraphs: paragraphs,
			Button:     &mail.Link{Text: "I changed my mind", URL: l.link("/preferences", l.sign.sign(p.ID, forReturn, manageLifetime, nil))},
			After:      []string{still + ", please write to " + l.supportEmail + "."},
			Reason:     "You get this mail because " + over + " this address was signed up for at " + l.siteName + " has ended.",
		},
	}
}
