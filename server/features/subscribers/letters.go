package subscribers

import (
	"net/url"

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

// welcome is the first mail, which brings the first tips.
func (l letters) welcome(p person, tips []mail.Item) mail.Message {
	eid := l.sign.sign(p.ID, forMail, 0, nil)
	return mail.Message{
		To:          p.Email,
		Unsubscribe: l.link("/unsubscribe", eid),
		Preferences: l.link("/preferences", eid),
		Letter: mail.Letter{
			Subject: "Welcome to " + l.siteName + ": your first tips",
			Heading: "Welcome. Here are your first tips.",
			Paragraphs: []string{
				"Thank you for signing up. Once a week we send ways to spend less on the things you pay for anyway.",
				"To start with, three guides that you can use today:",
			},
			Items:  tips,
			Button: &mail.Link{Text: "See this week's offers", URL: l.baseURL + "/offers"},
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
			Paragraphs: []string{"Somebody, hopefully you, signed this address up for our weekly money-saving tips. Please confirm that it was you."},
			Button:     &mail.Link{Text: "Confirm my signup", URL: l.link("/confirm", l.sign.sign(p.ID, forConfirm, confirmLifetime, nil))},
			After:      []string{"If it was not you, do nothing: without the click you will not hear from us again."},
			Reason:     "You get this mail once, because this address was entered in the signup form at " + l.siteName + ".",
		},
	}
}

// manage brings the link by which everything can be chosen, also to come back.
func (l letters) manage(p person, mailIsOff bool) mail.Message {
	letter := mail.Letter{
		Subject:    "Your link to choose what " + l.siteName + " sends you",
		Heading:    "Choose what you get",
		Paragraphs: []string{"Somebody, hopefully you, entered this address on our site. You are subscribed already. By this link, which works for a week, you can choose topics and how often we write."},
		Button:     &mail.Link{Text: "Choose what I get", URL: l.link("/preferences", l.sign.sign(p.ID, forManage, manageLifetime, nil))},
		After:      []string{"If it was not you, there is nothing to do: nothing was changed."},
		Reason:     "You get this mail because this address was entered on a form at " + l.siteName + ".",
	}
	if mailIsOff {
		letter.Subject = "Come back to " + l.siteName + "?"
		letter.Heading = "Would you like our tips again?"
		letter.Paragraphs = []string{"Somebody, hopefully you, entered this address on our site. You unsubscribed earlier, so we send nothing until you turn it on again. The link works for a week."}
		letter.Button.Text = "Turn my tips on again"
	}
	return mail.Message{To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forMail, 0, nil)), Letter: letter}
}

// receipt says that somebody is unsubscribed, and shows the way back.
func (l letters) receipt(p person) mail.Message {
	return mail.Message{
		To: p.Email, Answers: true,
		Letter: mail.Letter{
			Subject:    "You've been unsubscribed from " + l.siteName,
			Heading:    "You've been unsubscribed",
			Paragraphs: []string{"We have taken this address off our mailing list. This mail only confirms it; no other will follow."},
			Button:     &mail.Link{Text: "I changed my mind", URL: l.link("/preferences", l.sign.sign(p.ID, forManage, manageLifetime, nil))},
			After:      []string{"If mail from us still arrives, please write to " + l.supportEmail + "."},
			Reason:     "You get this mail because this address was unsubscribed at " + l.siteName + ".",
		},
	}
}
