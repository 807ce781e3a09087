package commands

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thriftwell/server/platform/dkim"
	"thriftwell/server/platform/vault"
)

func (l *line) keys() *cobra.Command {
	return group(&cobra.Command{Use: "keys", Short: "Make keys for DATA_KEYS and DKIM_KEY"}, l.newKey(), l.newDKIMKey())
}

func (l *line) newDKIMKey() *cobra.Command {
	var domain, selector string
	c := &cobra.Command{
		Use:   "dkim",
		Short: "Make a DKIM key and print it with its DNS record",
		Long: "Make a key that signs email (DKIM). Prints the value for DKIM_KEY and the DNS record for the domain of MAIL_FROM. To replace a key, " +
			"make one with another selector, add its record, set DKIM_KEY, and remove the old record a week later.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			l.started = true
			key, err := dkim.New(selector)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(l.out, "Setting (secret):\n\nDKIM_KEY=%s\n\nDNS record (type TXT):\n\n%s\t%s\n", key.Setting(), key.Name(domain), inParts(key.Record()))
			return err
		},
	}
	c.Flags().StringVar(&domain, "domain", "", "the domain of MAIL_FROM")
	c.Flags().StringVar(&selector, "selector", "s"+time.Now().UTC().Format("200601"), "selector, unique in the domain")
	_ = c.MarkFlagRequired("domain")
	return c
}

// inParts quotes a record as in zone files, in strings of at most 255 bytes.
func inParts(record string) string {
	var parts []string
	for part := range slices.Chunk([]byte(record), 255) {
		parts = append(parts, `"`+string(part)+`"`)
	}
	return strings.Join(parts, " ")
}

func (l *line) newKey() *cobra.Command {
	return &cobra.Command{
		Use:   "new",
		Short: "Print a new value for DATA_KEYS",
		Long: "Print a new value for DATA_KEYS and nothing else. To rotate keys, set DATA_KEYS to the new one, a comma, and the old one, " +
			"restart the site, run rekey, and then remove the old one.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			l.started = true
			_, err := fmt.Fprintln(l.out, vault.NewDatedPair())
			return err
		},
	}
}
