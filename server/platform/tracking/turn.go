package tracking

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/calendar"
)

// turn is how a store writes events on one connection.
type turn struct {
	store  *store
	conn   *pgxpool.Conn
	events []Event
	days   []calendar.Day
	again  bool   // some of the events may be in the database
	has    func() // called when the turn has come

	begun bool // the transaction is open
	next  bool // lockNext is held
}

// await waits until this turn is the next, if other instances write too: the
// later it takes its events, the more they are.
func (t *turn) await(ctx context.Context) error {
	if err := t.store.enter(ctx); err != nil {
		return err
	}
	others := time.Since(t.store.othersAt) < othersFor
	t.store.leave()
	if !others || t.again {
		return nil
	}
	batch := &pgx.Batch{}
	batch.Queue(begin)
	batch.Queue(endsSoon)
	batch.Queue(lockNext)
	t.begun, t.next = true, true
	return t.conn.SendBatch(ctx, batch).Close()
}

// rollBack undoes the transaction. A connection that does not answer is closed,
// and with it whatever it held.
func (t *turn) rollBack(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	var err error
	if t.begun {
		_, err = t.conn.Exec(ctx, "ROLLBACK")
	}
	if t.next && err == nil {
		_, err = t.conn.Exec(ctx, unlockNext)
	}
	if err != nil {
		_ = t.conn.Conn().Close(ctx)
	}
	t.begun, t.next = false, false
}

// end undoes what is left of a turn that came to nothing.
func (t *turn) end(ctx context.Context) {
	if t.begun || t.next {
		t.rollBack(ctx)
	}
}

// transact writes in one transaction of two round trips. In the first it writes
// the raw events as what is in memory has them judged, waits for its turn and reads
// what others have written; in the second it writes the rest. With again it does
// all but reading in the second, when it also knows which events were written.
func (t *turn) transact(ctx context.Context) error {
	rows, err := t.judge(ctx)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	if !t.begun {
		batch.Queue(begin)
		t.begun = true
	}
	if t.again {
		batch.Queue(lockRows)
	} else {
		rows.queueRaw(batch)
	}
	batch.Queue(beginTurn)
	if t.next {
		batch.Queue(unlockNext)
	}
	for _, r := range rows {
		r.visits.queueRead(batch, r.day)
		if t.again {
			r.queueReadEvents(batch, t.events)
		}
	}
	if err := t.conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	t.next = false
	t.has()

	if rows, err = t.judgeAnew(ctx, rows); err != nil {
		return err
	}
	batch = &pgx.Batch{}
	if t.again {
		rows.queueRaw(batch)
	}
	for _, r := range rows {
		r.queueRollups(batch)
	}
	batch.Queue("COMMIT")
	if err := t.conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	t.begun = false
	t.remember(ctx, rows)
	return nil
}

// judge returns the rows of the events as what is in memory has them judged; of
// events that are looked up first, none.
func (t *turn) judge(ctx context.Context) (txRows, error) {
	s := t.store
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if err := s.follow(s.timelineOf(t.conn.Conn())); err != nil {
		return nil, err
	}
	rows := s.rowsOf(t.days)
	if t.again {
		return rows, nil
	}
	return rows, rows.add(s, t.events)
}

// judgeAnew brings memory up to what was read, and judges the events anew where
// that may change a verdict. It fails with errOtherVerdict where it does and the
// raw events are written.
func (t *turn) judgeAnew(ctx context.Context, judged txRows) (txRows, error) {
	s := t.store
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	changed, others := judged.catchUp()
	if others {
		s.othersAt = time.Now()
	}
	rows := judged
	if changed || t.again {
		rows = judged.anew()
		if err := rows.add(s, t.events); err != nil {
			return nil, err
		}
	}
	if !t.again && !rows.sameRaw(judged) {
		return nil, errOtherVerdict
	}
	for _, r := range rows {
		if len(r.visits.delta) > 0 {
			r.visits.own++
		}
	}
	return rows, nil
}

// remember brings memory up to what was committed. Where it does not get to it,
// that is read before the next turn.
func (t *turn) remember(ctx context.Context, rows txRows) {
	s := t.store
	if s.enter(ctx) != nil {
		return
	}
	defer s.leave()
	for _, r := range rows {
		r.visits.applyDelta()
	}
	s.updateVisitCount()
}
