// Package tracking counts what visitors do: page views, clicks and click-outs,
// each once, in the daily roll-ups that reports read.
//
// # The path of an event
//
//	Counter   request → Event: its sender (Reason), the visitor's hash, the day
//	Recorder  events → batches: events that arrive during a commit form the next (group commit)
//	store     batch → one transaction: raw events, roll-ups, visits; before it,
//	          new contexts get numbers
//	spool     events that aren't committed in time → files, replayed every second
//
// A handler passes a Call to the Counter and answers when the event is
// committed or, failing that, synced to the spool.
//
// # Visits
//
// A visit is what one visitor did to one subject on one day. Its latest time
// identifies duplicates; its first identifies unique visitors. Every instance holds
// the visits of the days around today in memory. The table daily_visits holds
// them in chunks (column part), numbered from 1 for each day: a transaction
// that changes visits appends one chunk with the changes.
//
// Writers of all instances serialize on an advisory lock, which they hold until
// they commit. Under the lock a writer reads the chunks of others, judges its
// events and writes them. It assumes that none of them is in the database yet. If
// one is, such as one that a client sent twice or that is replayed, the unique
// violation rolls the transaction back, and the next try looks up which ones are.
//
// After a failover the database may lack the last commits. A store that finds
// another timeline clears its memory and reads it again.
//
// A network's clicks on an offer within an hour, up to MaxClicks, are stored in the
// same way, so that all instances judge by the same number. So are its clicks on
// an offer with a cap within a day, up to Hit.NetworkLimit. Hours and days are
// by the server's clock: in any 60 minutes at most twice MaxClicks count.
//
// # Contexts
//
// A context is what events have in common: the page they happened on, the last
// article or guide opened, and the first and last origin of their visit (Visit).
// Contexts are numbered once; events and Traffic refer to them. Their number in
// a day is bounded (contextLimits), for all instances together, so that clients
// can't make reports slow.
//
// # Invariants
//
//   - An event is acknowledged after the commit or the sync, never before. A
//     click-out waits for them until clickDeadline; then it is enough that its
//     event was passed to the system, so that it survives the process. A
//     metric counts the click-outs answered without either.
//   - An event counts once per ID and hit: the primary key of events prevents
//     a second one. So a client may resend it, a failed commit may have succeeded,
//     and a spool file may be replayed twice.
//   - daily_counts equals the counts over events, and so does Traffic: one
//     transaction writes all three. Traffic goes to the table recent_batches, in
//     one row for each day, from which daily_traffic and reports are updated.
//   - Chunks have no gaps, and memory holds all chunks up to the last it knows.
//     It changes only after a commit, by that commit's chunk.
//   - Only people's events have a visitor and a network: those that are Human,
//     Duplicate or Excess, which Archive.Rejudge may judge again. The salt of both
//     hashes is deleted after the day, so nobody can be recognized from day to day.
//   - Raw events are dropped by the day, once the roll-ups are verified to match
//     (Archive.Drop).
package tracking
