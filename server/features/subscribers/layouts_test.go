package subscribers

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/csvfile"
)

// If cells were shifted, another column could become a consent to texts.
func TestEmptyCellsInTabSeparatedFilesAreKept(t *testing.T) {
	t.Parallel()
	file, err := csvfile.NewReader(strings.NewReader("email\temailConsent\tconsentAt\tfirstName\tlastName\taddress\tphone\tsmsConsent\n" +
		"ann@example.com\ttrue\t2026-01-01\t\tDoe\t1 Main St, Springfield, IL 62701\t2175550123\t\n" +
		"bob@example.com\ttrue\t2026-01-01\tBob\t\t\t\t\n" +
		"cal@example.com\ttrue\t2026-01-01\t\t\t\t\ttrue\n"))
	if err != nil {
		t.Fatal(err)
	}
	read, err := layoutOf(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []row{
		{Email: "ann@example.com", EmailConsent: "true", ConsentAt: "2026-01-01", LastName: "Doe", Phone: "2175550123"},
		{Email: "bob@example.com", EmailConsent: "true", ConsentAt: "2026-01-01", FirstName: "Bob"},
		{Email: "cal@example.com", EmailConsent: "true", ConsentAt: "2026-01-01", SMSConsent: "true"},
	} {
		record, err := file.Next()
		if err != nil {
			t.Fatal(err)
		}
		got := read(record)
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if in, refusal := got.check(time.Now(), time.UTC, false); in.texts != (want.SMSConsent == "true") || (refusal != "") != in.texts {
			t.Errorf("%s: %+v %q", got.Email, in, refusal) // texts need a number
		}
	}
}
