package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/tracking"
)

func (l *line) events() *cobra.Command {
	return group(&cobra.Command{Use: "events", Short: "Manage raw events"}, l.rejudge(), l.exportEvents())
}

func (l *line) rejudge() *cobra.Command {
	var from, to string
	var dryRun bool
	c := &cobra.Command{
		Use:   "rejudge",
		Short: "Reclassify raw events with the current rules and correct the roll-ups",
		Long: "Reclassify stored raw events with the current rules for duplicates and excess, and correct the roll-ups, one transaction per day. " +
			"The site can keep running. Robots and people stay as they are: we don't store browser names. Reports say since when the current rules for robots apply. The last two days are excluded: events may still arrive.",
		Args: cobra.NoArgs,
	}
	c.Flags().StringVar(&from, "from", "", "first day, as YYYY-MM-DD")
	c.Flags().StringVar(&to, "to", "", "last day; the day before yesterday by default")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would change")
	_ = c.MarkFlagRequired("from")
	c.RunE = func(c *cobra.Command, args []string) error {
		first, err := calendar.Parse(from)
		if err != nil {
			return errors.New("--from must be a date, such as 2026-04-23")
		}
		last := calendar.Day{}
		if last, err = calendar.Parse(to); to != "" && err != nil {
			return errors.New("--to must be a date, such as 2026-04-23")
		}
		if to != "" && last.Before(first.Time) {
			return errors.New("--to is before --from")
		}
		return l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			if to == "" {
				last = tracking.LastToRejudge(calendar.Today(o.Config.Location))
			}
			return rejudge(ctx, l.out, tracking.Archive{Pool: d.Pool, Location: o.Config.Location}, first, last, dryRun)
		})(c, args)
	}
	return c
}

func (l *line) exportEvents() *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Export raw events to a folder as Parquet",
		Long: "Export raw events to a folder as events-DAY.parquet, one file per day: what was counted, why, and where the visit came from, but nothing that identifies visitors. " +
			"Existing files are replaced. The site can keep running; today's file has the events so far.",
		Args: cobra.ExactArgs(1),
	}
	c.Flags().StringVar(&from, "from", "", "first day, as YYYY-MM-DD; the oldest by default")
	c.Flags().StringVar(&to, "to", "", "last day; today by default")
	c.RunE = func(c *cobra.Command, args []string) error {
		var days [2]calendar.Day
		for n, text := range []string{from, to} {
			var err error
			if days[n], err = calendar.Parse(text); text != "" && err != nil {
				return errors.New("--from and --to must be dates, such as 2026-04-23")
			}
		}
		if to != "" && days[1].Before(days[0].Time) {
			return errors.New("--to is before --from")
		}
		return l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			if to == "" {
				days[1] = calendar.Today(o.Config.Location)
			}
			return exportEvents(ctx, l.out, tracking.Archive{Pool: d.Pool, Location: o.Config.Location}, days[0], days[1], args[0])
		})(c, args)
	}
	return c
}

// exportEvents exports days one by one and prints a line for each.
func exportEvents(ctx context.Context, out io.Writer, a tracking.Archive, first, last calendar.Day, dir string) error {
	days, err := daysBetween(ctx, a, first, last)
	if err != nil {
		return err
	}
	for _, day := range days {
		rows, err := a.Export(ctx, day, dir)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d\n", day, rows)
	}
	return nil
}

// daysBetween returns the days that have raw events, or ErrNoEvents.
func daysBetween(ctx context.Context, a tracking.Archive, first, last calendar.Day) ([]calendar.Day, error) {
	days, err := tracking.Old(ctx, a.Pool, last.Add(1))
	if err != nil {
		return nil, err
	}
	days = slices.DeleteFunc(days, func(d calendar.Day) bool { return d.Before(first.Time) })
	if len(days) == 0 && first.IsZero() {
		return nil, fmt.Errorf("up to %s: %w", last, tracking.ErrNoEvents)
	}
	if len(days) == 0 {
		return nil, fmt.Errorf("from %s to %s: %w", first, last, tracking.ErrNoEvents)
	}
	return days, nil
}

// rejudge judges days one by one and prints a line for each. It reports days
// that can't be judged, and continues.
func rejudge(ctx context.Context, out io.Writer, a tracking.Archive, first, last calendar.Day, dryRun bool) error {
	days, err := daysBetween(ctx, a, first, last)
	if err != nil {
		return err
	}
	var failed []error
	for _, day := range days {
		r, err := a.Rejudge(ctx, day, dryRun)
		switch {
		case errors.Is(err, tracking.ErrNoEvents): // a day without visitors
		case err != nil:
			failed = append(failed, err)
		default:
			fmt.Fprintf(out, "%s: %s\n", day, changes(r))
		}
	}
	if dryRun {
		fmt.Fprintln(out, "Nothing was changed.")
	}
	return errors.Join(failed...)
}

// changes describes the result for a day.
func changes(r tracking.Rejudged) string {
	if r.Changed == 0 {
		return "as before"
	}
	parts := []string{}
	for _, reason := range []tracking.Reason{tracking.Human, tracking.Duplicate, tracking.Excess} {
		parts = append(parts, fmt.Sprintf("%s %d → %d", reason, r.Before[reason], r.After[reason]))
	}
	return fmt.Sprintf("%d changed: %s", r.Changed, strings.Join(parts, ", "))
}
