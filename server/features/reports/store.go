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
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/tracking"
)

// Store reads the roll-ups that tracking writes, and keeps the sums for
// reports.
type Store struct{ db *gorm.DB }

// NewStore returns a Store over db.
func NewStore(db *gorm.DB) *Store { return &Store{db} }

// snapshot calls read with a Store that reads from one snapshot of the
// database, so that its results agree while events arrive.
func (s *Store) snapshot(ctx context.Context, read func(*Store) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return read(&Store{tx}) },
		&std.TxOptions{Isolation: std.LevelRepeatableRead, ReadOnly: true})
}

// rulesSince returns the day since which the current rules for robots apply, or
// "".
func (s *Store) rulesSince(ctx context.Context) (day string, err error) {
	return day, s.db.WithContext(ctx).Raw("SELECT coalesce((" + tracking.RulesSince + ")::text, '')").Scan(&day).Error
}

// sheet answers a question. Call it within snapshot, so that its statements
// agree.
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
		rows = q.addEmptyDays(rows)
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
		// There are few rows, whatever the planner estimates. Starting parallel
		// workers takes longer than reading them.
		if err := s.db.WithContext(ctx).Exec("SET LOCAL max_parallel_workers_per_gather = 0").Error; err != nil {
			return nil, err
		}
	}
	err = s.db.WithContext(ctx).Raw(asked.sql, asked.args...).Scan(&rows).Error
	return rows, err
}

// openDays returns the days of a period that must be recomputed.
func (s *Store) openDays(ctx context.Context, p period) (days []time.Time, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT day FROM open_days WHERE day BETWEEN ? AND ?", p.from.Time, p.to.Time).Scan(&days).Error
	return days, err
}

// total returns the figures of everything a question covers. For most
// dimensions that is the sum of its rows. For pages, pieces and offers it is
// not: a visitor to two of them is one visitor, and an event on a page may
// involve no offer.
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

// addForeign adds revenue in other currencies to the rows and to the total.
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
	for _, f := range found { // ordered by currency
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

// AddUp brings the sums up to date: it recomputes open days, and adds traffic
// and conversions that arrived since the last run. Each step is a transaction
// of its own, so a failing one doesn't block the others; reports read its rows
// directly until it succeeds. Only one instance runs it at a time.
func (s *Store) AddUp(ctx context.Context) error {
	var days []time.Time
	if err := s.db.WithContext(ctx).Raw("SELECT day FROM open_days ORDER BY day DESC").Scan(&days).Error; err != nil {
		return errors.Join(fmt.Errorf("list the days to recompute: %w", err))
	}
	var failed []error
	for _, day := range days {
		failed = append(failed, s.exclusively(ctx, func(tx *gorm.DB) error { return recompute(tx, day) }))
	}
	var came struct{ Traffic, Conversions bool } // usually nothing, and looking takes no lock
	err := s.db.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM recent_batches) AS traffic, EXISTS (SELECT FROM recent_conversions) AS conversions").Scan(&came).Error
	if err != nil {
		failed = append(failed, fmt.Errorf("look for new traffic: %w", err))
	}
	if came.Traffic {
		failed = append(failed, s.exclusively(ctx, addUpNew))
	}
	if came.Conversions {
		failed = append(failed, s.exclusively(ctx, addUpConversions))
	}
	return errors.Join(failed...)
}

// exclusively calls add in a transaction, unless another instance is adding up.
func (s *Store) exclusively(ctx context.Context, add func(tx *gorm.DB) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		free := false
		err := tx.Raw("SELECT pg_try_advisory_xact_lock(hashtext('reports'))").Scan(&free).Error
		if err != nil || !free {
			return err
		}
		return add(tx)
	})
}

// addUpNew adds the traffic that arrived since the last run.
func addUpNew(tx *gorm.DB) error {
	err := tx.Exec(`WITH ` + tracking.MoveRecent("day NOT IN (SELECT day FROM open_days)") + `,
			sums AS (` + addedUpBy("t") + `) ` + addTo("reports", "human, key", columns)).Error
	if err != nil {
		return fmt.Errorf("add up new traffic: %w", err)
	}
	return nil
}

// addTo ends a statement whose CTE sums has rows to add: it adds them to a table
// of days and to that of months.
func addTo(table, keys, columns string) string {
	return `, days AS (INSERT INTO daily_` + table + ` AS r (dimension, day, ` + keys + `, ` + columns + `) SELECT dimension, day, ` + keys + `, ` + columns + ` FROM sums
			ON CONFLICT (dimension, day, ` + keys + `) DO UPDATE SET ` + plus(columns) + `)
		INSERT INTO monthly_` + table + ` AS r (dimension, month, ` + keys + `, ` + columns + `)
		SELECT dimension, date_trunc('month', day)::date, ` + keys + `, ` + summed(columns) + ` FROM sums GROUP BY 1, 2, ` + keys + `
			ON CONFLICT (dimension, month, ` + keys + `) DO UPDATE SET ` + plus(columns)
}

// recompute sums all traffic of a day again, updates its month, and closes the
// day unless it was reopened meanwhile.
func recompute(tx *gorm.DB, day time.Time) error {
	var changes []int64
	if err := tx.Raw("SELECT changes FROM open_days WHERE day = ?", day).Scan(&changes).Error; err != nil || len(changes) == 0 {
		return err
	}
	// List every dimension, because the primary key begins with it.
	const all = "dimension IN ? AND human IN (true, false)"
	dimensions := slices.Collect(maps.Keys(measures()))
	for _, step := range []sql{
		{"WITH " + tracking.MoveRecent("day = ?") + " SELECT", []any{day}},
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

// addUpConversions adds the changes of conversions since the last run.
func addUpConversions(tx *gorm.DB) error {
	err := tx.Exec(`WITH came AS (DELETE FROM recent_conversions RETURNING *), sums AS (` + conversionsBy("came") + `) ` + addTo("conversions", "key, currency", earnings)).Error
	if err != nil {
		return fmt.Errorf("add up conversions: %w", err)
	}
	return nil
}

const (
	pageViews  = "coalesce(sum(count) FILTER (WHERE action = 'view'), 0)::bigint AS views"
	pageClicks = "coalesce(sum(count) FILTER (WHERE action = 'click'), 0)::bigint AS clicks"
)

// page returns the ID of a content page, active or not, or errNoPage.
func (s *Store) page(ctx context.Context, slug string) (id int64, err error) {
	found := s.db.WithContext(ctx).Raw("SELECT id FROM content_pages WHERE slug = ?", slug).Scan(&id)
	if found.Error == nil && found.RowsAffected == 0 {
		return 0, errNoPage
	}
	return id, found.Error
}

// counted is an SQL condition on the reason: people's events, or all.
func (q pageQuestion) counted() string {
	if q.all {
		return "true"
	}
	return "reason = 'human'"
}

// pageByDay returns a row for each day in a period, including days without
// events.
func (s *Store) pageByDay(ctx context.Context, q pageQuestion) ([]PageDay, error) {
	rows := []PageDay{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT to_char(d.day, 'YYYY-MM-DD') AS date, `+pageViews+`, `+pageClicks+`,
		       coalesce(sum(visitors) FILTER (WHERE action = 'view' AND reason = 'human'), 0)::bigint AS unique_visitors
		FROM generate_series(CAST(? AS timestamp), CAST(? AS timestamp), interval '1 day') AS d (day)
		LEFT JOIN daily_counts c ON c.subject = 'page' AND c.subject_id = ? AND c.day = d.day::date
			AND c.day BETWEEN ? AND ? AND `+q.counted()+`
		GROUP BY d.day ORDER BY d.day`, q.from.Time, q.to.Time, q.page, q.from.Time, q.to.Time).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}

func (s *Store) pageTotals(ctx context.Context, q pageQuestion) (PageTotals, error) {
	t := PageTotals{From: q.from.String(), To: q.to.String()}
	rows, err := s.pageByDay(ctx, q)
	for _, r := range rows {
		t.Views += r.Views
		t.Clicks += r.Clicks
		t.UniqueVisitors += r.UniqueVisitors
	}
	t.CTR = rollup.CTR(t.Views, t.Clicks)
	return t, err
}

// pageByReason returns the counts of a period by reason.
func (s *Store) pageByReason(ctx context.Context, q pageQuestion) ([]PageReason, error) {
	rows := []PageReason{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT r.reason, `+pageViews+`, `+pageClicks+`
		FROM unnest(enum_range(NULL::event_reason)) WITH ORDINALITY AS r (reason, place)
		LEFT JOIN daily_counts c ON c.subject = 'page' AND c.subject_id = ? AND c.reason = r.reason AND c.day BETWEEN ? AND ?
		GROUP BY r.reason, r.place ORDER BY r.place`, q.page, q.from.Time, q.to.Time).Scan(&rows).Error
	return rows, err
}

// pageByOffer returns the offers that were viewed or clicked on a page in a
// period, most clicked first. A click counts on the page where it was made:
// clicks in the questionnaire don't count on the page that shows its offers.
func (s *Store) pageByOffer(ctx context.Context, q pageQuestion) ([]PageOffer, error) {
	rows := []PageOffer{}
	err := s.db.WithContext(ctx).Raw(`
		SELECT o.id AS offer_id, o.title, o.is_active, o.deleted_at IS NOT NULL AS deleted, `+pageViews+`, `+pageClicks+`
		FROM `+tracking.Traffic+` t JOIN contexts c ON c.id = t.context_id JOIN content_offers o ON t.subject = 'content_offer' AND o.id = t.subject_id
		WHERE c.place = 'page' AND c.place_id = ? AND t.day BETWEEN ? AND ? AND `+q.counted()+`
		GROUP BY o.id, o.title, o.is_active, o.deleted_at ORDER BY clicks DESC, views DESC, o.id LIMIT ?`, q.page, q.from.Time, q.to.Time, maxPageOffers).Scan(&rows).Error
	for i := range rows {
		rows[i].CTR = rollup.CTR(rows[i].Views, rows[i].Clicks)
	}
	return rows, err
}

// WeeklyStore stores who gets the weekly email.
type WeeklyStore struct{ DB *db.DB }

// ask stores whether a user wants the email. The first one is due on the next
// Monday.
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

// sources returns the sources of staff's short links, normalized as they are
// counted.
func (s WeeklyStore) sources(ctx context.Context) (sources []string, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT DISTINCT lower(source) FROM links WHERE source <> ''").Scan(&sources).Error
	return sources, err
}

// queue queues the emails that are due on or before a Monday, each once.
func (s WeeklyStore) queue(ctx context.Context, monday calendar.Day) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		var users []int64
		err := tx.Raw("UPDATE weekly_mails SET due = ? WHERE due <= ? RETURNING user_id", monday.Add(7).Time, monday.Time).Scan(&users).Error
		for _, id := range users {
			if err == nil {
				err = tx.Enqueue(WeeklyEmail{UserID: id, Monday: monday.String()}, nil)
			}
		}
		return err
	})
}
