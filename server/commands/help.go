package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thriftwell/server/manual"
)

// help prints a page of the manual, or the list of pages. Like --help, it also
// prints the help of a command.
func (l *line) help() *cobra.Command {
	return &cobra.Command{
		Use:   "help [page or command]",
		Short: "Print a page of the manual, or list its pages",
		Long:  "Print a page of the manual, such as help backups, or list the pages. If no page has that name, print the help of the command with that name.",
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			pages, _ := manual.Pages()
			for _, page := range pages {
				names = append(names, page.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				l.started = true
				return l.listPages()
			}
			page, err := manual.Find(strings.TrimSuffix(args[0], ".md"))
			if err == nil && len(args) == 1 {
				l.started = true
				_, err = fmt.Fprint(l.out, page.Source)
				return err
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			found, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 || found == c.Root() || slices.Contains(args, "") {
				return fmt.Errorf("No page or command named %q. Run server help to list the pages", strings.Join(args, " "))
			}
			return found.Help()
		},
	}
}

func (l *line) listPages() error {
	pages, err := manual.Pages()
	if err != nil {
		return err
	}
	fmt.Fprint(l.out, "Pages of the manual. To print one, run server help NAME. For a command, run server COMMAND --help.\n\n")
	for _, page := range pages {
		fmt.Fprintf(l.out, "  %-18s %s\n", page.Name, page.Title)
	}
	return nil
}
