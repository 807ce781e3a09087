package form

// Messages at the fields of a form (specification, section 5).
// ui/shared/sentences.ts repeats them; a test compares both.
const (
	EmailMissing        = "Please enter your email address."
	EmailWrong          = "Please enter a valid email address, such as name@example.com."
	EmailConsentMissing = "Please agree to receive our emails to continue."
	FirstNameMissing    = "Please enter your first name."
	LastNameMissing     = "Please enter your last name."
	AddressMissing      = "Please enter your address."
	DateOfBirthMissing  = "Please enter your date of birth."
	DateOfBirthWrong    = "Please enter a real date with a four-digit year."
	DateOfBirthFuture   = "That date is in the future. Please enter your date of birth."
	DateOfBirthTooOld   = "Please check the year of your date of birth."
	TooYoung            = "Thank you for your interest! You need to be at least 18 years old to sign up."
	GenderMissing       = "Please choose one of the options."
	PhoneWrong          = "Please enter a valid U.S. phone number, such as (201) 555-0123."
	PhoneMissing        = "Please enter your phone number to get texts, or leave the box unchecked."
	InquiryTypeMissing  = "Please choose what your message is about."
	MessageMissing      = "Please enter your message."
	OneLine             = "Please use a single line of plain text."
	PlainText           = "Please use plain text only."
	WordingUnknown      = "Our wording has changed. Reload the page and read it again."
	TooFast             = "That didn’t go through. Wait a moment and try again."
)

// TooLong is the format of the message for a text that is too long.
const TooLong = "Please use at most %d characters."
