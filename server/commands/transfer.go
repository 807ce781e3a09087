package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/cdn"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
	"thriftwell/server/static"
	"thriftwell/server/transfer"
)

func (l *line) export() *cobra.Command {
	return checked(&cobra.Command{
		Use:   "export DIR",
		Short: "Export all content to a folder as Markdown with front matter",
		Long: "Export all authors, claims, articles, guides, topics, and pictures, including drafts but not the trash, to a new or empty folder, as Markdown with front matter. " +
			"The site can keep running.",
		Args: cobra.ExactArgs(1),
		RunE: l.withMagazine(app.ExistingDatabase, func(ctx context.Context, m transfer.Magazine) error {
			done, err := m.Export(ctx, l.args[0])
			if err != nil {
				return err
			}
			for _, name := range done.Missing {
				fmt.Fprintf(l.out, "left out: pictures/%s: file not found.\n", name)
			}
			_, err = fmt.Fprintf(l.out, "Exported %d authors, %d claims, %d articles, %d guides, %d topics, and %d pictures.\n",
				done.Counts["authors"], done.Counts["claims"], done.Counts["articles"], done.Counts["guides"], done.Counts["topics"], done.Counts["pictures"])
			return err
		}),
	}, func(args []string) error {
		found, err := os.ReadDir(args[0])
		switch {
		case len(found) > 0:
			return fmt.Errorf("%s is not empty", args[0])
		case err != nil && !os.IsNotExist(err):
			return fmt.Errorf("%s isn't a folder we can write to", args[0])
		}
		return nil
	})
}

func (l *line) imports() *cobra.Command {
	how := transfer.Import{By: session.CommandLine(), Tell: l.tell}
	c := &cobra.Command{
		Use:   "import FILE|DIR",
		Short: "Import content from an exported folder or a zip of one, or from Ghost (.json) or WordPress (.xml)",
		Long: "Import authors, claims, articles, guides, topics, and pictures from an exported folder or a zip of one, or from a Ghost (.json) or WordPress (.xml) export, in one transaction. A file in a folder replaces the whole record " +
			"with its slug: fields it leaves out are cleared. Ghost and WordPress posts are imported once and never change existing content. If any item has errors, nothing is imported unless you pass --partial. The site can keep running and shows the content right away.",
		Args: cobra.ExactArgs(1),
		RunE: l.withMagazine(app.Database, func(ctx context.Context, m transfer.Magazine) error {
			return l.runImport(ctx, m, l.args[0], how)
		}),
	}
	c.Flags().BoolVar(&how.DryRun, "dry-run", false, "show what would happen")
	c.Flags().BoolVar(&how.Partial, "partial", false, "import the items without errors")
	return checked(c, func(args []string) error {
		if _, err := os.Stat(args[0]); err != nil {
			return fmt.Errorf("file or folder %s not found", args[0])
		}
		return nil
	})
}

// tell prints an outcome. Unchanged pieces are only counted.
func (l *line) tell(o transfer.Outcome) {
	if o.What == transfer.Same {
		return
	}
	fmt.Fprintf(l.out, "%s: %s", o.What, o.Name)
	if o.Line > 0 {
		fmt.Fprintf(l.out, ", line %d", o.Line)
	}
	if o.Reason != "" {
		fmt.Fprintf(l.out, ": %s", o.Reason)
	}
	fmt.Fprintln(l.out)
}

func (l *line) runImport(ctx context.Context, m transfer.Magazine, path string, how transfer.Import) error {
	counts, stayed, err := m.Import(ctx, path, how)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	parts := []string{}
	for _, what := range []transfer.What{transfer.New, transfer.Changed, transfer.Same, transfer.Left, transfer.Refused, transfer.LeftOut} {
		parts = append(parts, fmt.Sprintf("%d %s", counts[what], what))
	}
	fmt.Fprintf(l.out, "Total: %s.\n", strings.Join(parts, ", "))
	switch {
	case how.DryRun:
		_, err = fmt.Fprintln(l.out, "Nothing was changed.")
	case !stayed:
		err = errors.New("some items have errors, so nothing was imported; use --partial to import the rest")
	}
	return err
}

// withMagazine returns the body of a command that works on the magazine of a
// site, running or not.
func (l *line) withMagazine(open opener, body func(ctx context.Context, m transfer.Magazine) error) func(*cobra.Command, []string) error {
	return l.onSite(func(ctx context.Context, o app.Options) error {
		return withDatabase(ctx, o, open, func(d *db.DB) error {
			dist, err := static.Open(filepath.Join(o.Root, "dist"))
			if err != nil {
				return err
			}
			library, err := pictures.Open(o.Config, "", "")
			if err != nil {
				return err
			}
			return body(ctx, transfer.Magazine{
				Site: editable.Site{DB: d.Gorm, Bus: cdn.Of(o.Config).Watch(notify.New(o.Log))}, Files: library.Files, Zone: o.Config.Location, HasPicture: dist.HasPicture,
			})
		})
	})
}
