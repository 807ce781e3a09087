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
	var r dayRange
	var dryRun bool
	c := &cobra.Command{
		Use:   "rejudge",
		Short: "Reclassify raw events with the current rules and correct the roll-ups",
		Long: "Reclassify stored raw events with the current rules for duplicates and excess, and correct the roll-ups, one transaction per day. " +
			"The site can keep running. Robots and people stay as they are: we don't store browser names. Reports say since when the current rules for robots apply. The last two days are excluded: events may still arrive.",
		Args: cobra.NoArgs,
		RunE: l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			if r.to == "" {
				r.last = tracking.LastToRejudge(calendar.Today(o.Config.Location))
			}
			return rejudge(ctx, l.out, tracking.Archive{Pool: d.Pool, Location: o.Config.Location}, r.first, r.last, dryRun)
		}),
	}
	r.flags(c, "first day, as YYYY-MM-DD", "last day; the day before yesterday by default")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would change")
	_ = c.MarkFlagRequired("from")
	return checked(c, r.read)
}

func (l *line) exportEvents() *cobra.Command {
	var r dayRange
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Export raw events to a folder as Parquet",
		Long: "Export raw events to a folder as events-DAY.parquet, one file per day: what was counted, why, and where the visit came from, but nothing that identifies visitors. " +
			"Existing files are replaced. The site can keep running; today's file has the events so far.",
		Args: cobra.ExactArgs(1),
		RunE: l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			if r.to == "" {
				r.last = calendar.Today(o.Config.Location)
			}
			return exportEvents(ctx, l.out, tracking.Archive{Pool: d.Pool, Location: o.Config.Location}, r.first, r.last, l.args[0])
		}),
	}
	r.flags(c, "first day, as YYYY-MM-DD; the oldest by default", "last day; today by default")
	return checked(c, r.read)
}

// dayRange has the flags for a range of days. A day that isn't given is zero.
type dayRange struct {
	from, to    string
	first, last calendar.Day
}

func (r *dayRange) flags(c *cobra.Command, first, last string) {
	c.Flags().StringVar(&r.from, "from", "", first)
	c.Flags().StringVar(&r.to, "to", "", last)
}

func (r *dayRange) read([]string) (err error) {
	if r.first, err = calendar.Parse(r.from); r.from != "" && err != nil {
		return errors.New("--from must be a date, such as 2026-04-23")
	}
	if r.last, err = calendar.Parse(r.to); r.to != "" && err != nil {
		return errors.New("--to must be a date, such as 2026-04-23")
	}
	if r.to != "" && r.last.Before(r.first.Time) {
		return errors.New("--to is before --from")
	}
	return nil
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
