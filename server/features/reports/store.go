package reports

import (
	"context"
	std "database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/db"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/tracking"
)

// Store reads the roll-ups that tracking writes, and adds them up for reports.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// snapshot calls read with a Store that sees the database as it is now, so that
// what it reads adds up while events come.
func (s *Store) snapshot(ctx context.Context, read func(*Store) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return read(&Store{tx}) },
		&std.TxOptions{Isolation: std.LevelRepeatableRead, ReadOnly: true})
}

// rulesSince returns the day since which robots are recognized as they are now,
// or "".
func (s *Store) rulesSince(ctx context.Context) (day string, err error) {
	return day, s.db.WithContext(ctx).Raw("SELECT coalesce((" + tracking.RulesSince + ")::text, '')").Scan(&day).Error
}

// sheet answers a question. Its statements agree within a snapshot.
func (s *Store) sheet(ctx context.Context, q question) (Sheet, error) {
	rows, err := s.rows(ctx, q)
	if err != nil {
		return Sheet{}, err
	}
	total, err := s.total(ctx, q, rows)
	if err != nil {
		return Sheet{}, err
	}
	if err := s.addForeign(ctx, q, rows, &total); err != nil {
		return Sheet{}, err
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Key == "" })
	if q.by == byDay {
		rows = q.everyDay(rows)
	}
	sheet := q.sheet(rows, total)
	return sheet, s.name(ctx, q.by, sheet.Rows)
}

// rows returns the figures of a question by key.
func (s *Store) rows(ctx context.Context, q question) ([]Row, error) {
	if q.measure().key == "" {
		return nil, fmt.Errorf("no measure of %q", q.by)
	}
	open, err := s.openDays(ctx, period{q.from, q.lastWhole()})
	if err != nil {
		return nil, err
	}
	rows, asked := []Row{}, q.query(open)
	if !q.within() {
		// The rows are few, whatever the planner thinks; to start workers takes longer than to read them.
		if err := s.db.WithContext(ctx).Exec("SET LOCAL max_parallel_workers_per_gather = 0").Error; err != nil {
			return nil, err
		}
	}
	err = s.db.WithContext(ctx).Raw(asked.sql, asked.args...).Scan(&rows).Error
	return rows, err
}

// openDays returns the days of a period that are to be added up anew.
func (s *Store) openDays(ctx context.Context, p period) (days []time.Time, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT day FROM open_days WHERE day BETWEEN ? AND ?", p.from.Time, p.to.Time).Scan(&days).Error
	return days, err
}

// total returns the figures of everything that a question is about. Its rows
// add up to that, but for some of them and those of pages, pieces and offers: a
// visitor of two is one visitor, and what is done to a page is done to no offer.
func (s *Store) total(ctx context.Context, q question, rows []Row) (sum Total, err error) {
	if q.by.named() || q.only != nil {
		q.by, q.only = byDay, nil
		if rows, err = s.rows(ctx, q); err != nil {
			return sum, err
		}
	}
	for _, r := range rows {
		sum.add(r.Figures)
	}
	return sum, nil
}

// addForeign adds what was earned in other currencies to rows, and to the total.
func (s *Store) addForeign(ctx context.Context, q question, rows []Row, total *Total) error {
	var found []struct {
		Key    string
		Amount `gorm:"embedded"`
	}
	asked := q.foreign()
	if err := s.db.WithContext(ctx).Raw(asked.sql, asked.args...).Scan(&found).Error; err != nil {
		return err
	}
	total.OtherRevenue = []Amount{}
	byKey := map[string][]Amount{}
	for _, f := range found { // by currency
		byKey[f.Key] = append(byKey[f.Key], f.Amount)
		if last := len(total.OtherRevenue) - 1; last >= 0 && total.OtherRevenue[last].Currency == f.Currency {
			total.OtherRevenue[last].Amount += f.Amount.Amount
		} else {
			total.OtherRevenue = append(total.OtherRevenue, f.Amount)
		}
	}
	for i := range rows {
		rows[i].OtherRevenue = byKey[rows[i].Key]
	}
	return nil
}

// OfferFigures returns the query of the report by offer over the 30 days that end
// today, for lists that are in the order of its figures. Its column abroad says
// whether an offer earned something in another currency.
func (a Admin) OfferFigures(ctx context.Context) (clause.Expr, error) {
	today := calendar.Today(a.Location)
	q := question{period: period{today.Add(-29), today}, by: byOffer, timezone: a.Location.String(), currency: a.Currency}
	open, err := a.Store.openDays(ctx, q.period)
	rows, foreign := q.query(open), q.foreign()
	return clause.Expr{
		SQL: `SELECT r.*, e.key IS NOT NULL AS abroad FROM (` + rows.sql + `) r
			LEFT JOIN (SELECT DISTINCT key FROM (` + foreign.sql + `) amounts) e ON e.key = r.key`,
		Vars: append(rows.args, foreign.args...),
	}, err
}

// AddUp brings what reports read up to date: it adds up anew the days that are
// open, and adds the traffic and the conversions that came since it last ran.
// Each is a transaction of its own, so one that fails keeps none of the others
// back; reports read its rows until it succeeds. One instance does it at a time.
func (s *Store) AddUp(ctx context.Context) error {
	var days []time.Time
	if err := s.db.WithContext(ctx).Raw("SELECT day FROM open_days ORDER BY day DESC").Scan(&days).Error; err != nil {
		return errors.Join(fmt.Errorf("list the days to recompute: %w", err))
	}
	var failed []error
	for _, day := range days {
		failed = append(failed, s.alone(ctx, func(tx *gorm.DB) error { return addUpAnew(tx, day) }))
	}
	return errors.Join(append(failed, s.alone(ctx, addUpNew), s.alone(ctx, addUpConversions))...)
}

// alone calls add in a transaction, unless another instance adds up.
func (s *Store) alone(ctx context.Context, add func(tx *gorm.DB) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		free := false
		err := tx.Raw("SELECT pg_try_advisory_xact_lock(hashtext('reports'))").Scan(&free).Error
		if err != nil || !free {
			return err
		}
		return add(tx)
	})
}

// movedTraffic is the recent traffic of some days, which it moves to
// daily_traffic. It has the condition twice.
func movedTraffic(days string) string {
	const sums = "count, visitors, arrivals, earned"
	return tracking.TakeRecent(days) + `,
		t AS (SELECT day, context_id, subject, subject_id, action, reason, ` + summed(sums) + ` FROM taken GROUP BY 1, 2, 3, 4, 5, 6),
		moved AS (INSERT INTO daily_traffic AS r (day, context_id, subject, subject_id, action, reason, ` + sums + `) SELECT * FROM t
			ON CONFLICT (day, context_id, subject, subject_id, action, reason) DO UPDATE SET ` + plus(sums) + `)`
}

// addUpNew adds the traffic that came since it last ran.
func addUpNew(tx *gorm.DB) error {
	came := false
	if err := tx.Raw("SELECT EXISTS (SELECT FROM recent_traffic) OR EXISTS (SELECT FROM recent_batches)").Scan(&came).Error; err != nil || !came {
		return err
	}
	err := tx.Exec(`WITH ` + movedTraffic("day NOT IN (SELECT day FROM open_days)") + `,
			sums AS (` + addedUpBy("t") + `),
			days AS (INSERT INTO daily_reports AS r (dimension, day, human, key, ` + columns + `) SELECT * FROM sums
				ON CONFLICT (dimension, human, day, key) DO UPDATE SET ` + plus(columns) + `)
			INSERT INTO monthly_reports AS r (dimension, month, human, key, ` + columns + `)
			SELECT dimension, date_trunc('month', day)::date, human, key, ` + summed(columns) + ` FROM sums GROUP BY 1, 2, 3, 4
				ON CONFLICT (dimension, human, month, key) DO UPDATE SET ` + plus(columns)).Error
	if err != nil {
		return fmt.Errorf("add up new traffic: %w", err)
	}
	return nil
}

// addUpAnew adds up all traffic of a day, whose month follows, and closes the
// day unless it was opened again meanwhile.
func addUpAnew(tx *gorm.DB, day time.Time) error {
	var changes []int64
	if err := tx.Raw("SELECT changes FROM open_days WHERE day = ?", day).Scan(&changes).Error; err != nil || len(changes) == 0 {
		return err
	}
	// Every dimension is named, for the primary key begins with it.
	const all = "dimension IN ? AND human IN (true, false)"
	dimensions := slices.Collect(maps.Keys(measures()))
	for _, step := range []sql{
		{"WITH " + movedTraffic("day = ?") + " SELECT", []any{day, day}},
		{"DELETE FROM daily_reports WHERE " + all + " AND day = ?", []any{dimensions, day}},
		{`WITH t AS (SELECT * FROM daily_traffic WHERE day = ?)
			INSERT INTO daily_reports (dimension, day, human, key, ` + columns + `) ` + addedUpBy("t"), []any{day}},
		{"DELETE FROM monthly_reports WHERE month = date_trunc('month', CAST(? AS date))", []any{day}},
		{`INSERT INTO monthly_reports (dimension, month, human, key, ` + columns + `)
			SELECT dimension, date_trunc('month', day)::date, human, key, ` + summed(columns) + ` FROM daily_reports
			WHERE ` + all + ` AND day >= date_trunc('month', CAST(? AS date)) AND day < date_trunc('month', CAST(? AS date)) + interval '1 month' GROUP BY 1, 2, 3, 4`, []any{dimensions, day, day}},
		{"DELETE FROM open_days WHERE day = ? AND changes = ?", []any{day, changes[0]}},
	} {
		if err := tx.Exec(step.sql, step.args...).Error; err != nil {
			return fmt.Errorf("recompute %s: %w", day.Format(time.DateOnly), err)
		}
	}
	return nil
}

// WeeklyStore keeps who asked for the weekly mail.
type WeeklyStore struct{ DB *db.DB }

// ask notes whether a user wants the mail: the first one is due on a Monday to
// come.
func (s WeeklyStore) ask(ctx context.Context, userID int64, wanted bool, due calendar.Day) error {
	orm := s.DB.Gorm.WithContext(ctx)
	if wanted {
		return orm.Exec("INSERT INTO weekly_mails (user_id, due) VALUES (?, ?) ON CONFLICT DO NOTHING", userID, due.Time).Error
	}
	return orm.Exec("DELETE FROM weekly_mails WHERE user_id = ?", userID).Error
}

func (s WeeklyStore) wanted(ctx context.Context, userID int64) (wanted bool, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM weekly_mails WHERE user_id = ?)", userID).Scan(&wanted).Error
	return wanted, err
}

// sources returns what staff's short links name as their sources, in the form
// that they are counted in.
func (s WeeklyStore) sources(ctx context.Context) (sources []string, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT DISTINCT lower(source) FROM links WHERE source <> ''").Scan(&sources).Error
	return sources, err
}

// queue queues the mails that are due on a Monday, or were before, each once.
func (s WeeklyStore) queue(ctx context.Context, monday calendar.Day) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		var users []int64
		err := tx.Raw("UPDATE weekly_mails SET due = ? WHERE due <= ? RETURNING user_id", monday.Add(7).Time, monday.Time).Scan(&users).Error
		for _, id := range users {
			if err == nil {
				err = tx.Enqueue(WeeklyMail{UserID: id, Monday: monday.String()}, nil)
			}
		}
		return err
	})
}

// addUpConversions adds what conversions changed since it last ran.
func addUpConversions(tx *gorm.DB) error {
	came := false
	if err := tx.Raw("SELECT EXISTS (SELECT FROM recent_conversions)").Scan(&came).Error; err != nil || !came {
		return err
	}
	err := tx.Exec(`WITH came AS (DELETE FROM recent_conversions RETURNING *), sums AS (` + conversionsBy("came") + `),
		days AS (INSERT INTO daily_conversions AS r (dimension, day, key, currency, ` + earnings + `) SELECT * FROM sums
			ON CONFLICT (dimension, day, key, currency) DO UPDATE SET ` + plus(earnings) + `)
		INSERT INTO monthly_conversions AS r (dimension, month, key, currency, ` + earnings + `)
		SELECT dimension, date_trunc('month', day)::date, key, currency, ` + summed(earnings) + ` FROM sums GROUP BY 1, 2, 3, 4
			ON CONFLICT (dimension, month, key, currency) DO UPDATE SET ` + plus(earnings)).Error
	if err != nil {
		return fmt.Errorf("add up conversions: %w", err)
	}
	return nil
}
