package audit

import (
	"time"

	"gorm.io/gorm"
)

// Erased replaces an erased address in the log.
const Erased = "erased"

// Mention is an entry that mentions an address, without the values.
type Mention struct {
	At        time.Time `json:"at"`
	Actor     string    `json:"actor"`
	Action    string    `json:"action"`
	Kind      string    `json:"kind"`
	SubjectID string    `json:"subjectId"`
}

// by is the SQL condition for entries made by the user with @email, including
// entries under a former address. It is null for an entry without a user.
const by = `(actor = @email OR user_id IN (SELECT id FROM users WHERE email = @email AND email_verified))`

// names is the SQL condition for entries that also includes those with the
// value @email.
const names = `(` + by + ` OR subject_id = @email OR strpos(concat(before, after), to_jsonb(CAST(@email AS text))::text) > 0)`

// Mentions returns the entries that mention an address, oldest first.
func Mentions(db *gorm.DB, email string) ([]Mention, error) {
	out := []Mention{}
	err := db.Raw("SELECT * FROM audit_log WHERE "+names+" ORDER BY id", map[string]any{"email": email}).Scan(&out).Error
	return out, err
}

// Erase removes an address, and the name beside it, from the entries written
// until a time. It also removes the actor of the user's entries; the user must
// still exist. Nothing else changes the log.
func Erase(tx *gorm.DB, email string, until time.Time) error {
	without := func(column string) string {
		return column + ` = replace((CASE WHEN ` + column + `->>'email' = @email THEN ` + column + ` - 'displayName' ELSE ` + column + ` END)::text,
			to_jsonb(CAST(@email AS text))::text, to_jsonb(CAST(@erased AS text))::text)::jsonb`
	}
	return tx.Exec(`UPDATE audit_log SET actor = CASE WHEN `+by+` THEN @erased ELSE actor END, network = CASE WHEN `+by+` THEN '' ELSE network END,
		user_id = CASE WHEN `+by+` IS NOT TRUE THEN user_id END, token_id = CASE WHEN `+by+` IS NOT TRUE THEN token_id END,
		subject_id = CASE subject_id WHEN @email THEN @erased ELSE subject_id END,
		`+without("before")+`, `+without("after")+`
		WHERE at <= @until AND `+names, map[string]any{"email": email, "erased": Erased, "until": until}).Error
}
