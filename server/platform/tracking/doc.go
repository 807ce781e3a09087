// Package tracking counts what visitors do: page views, clicks and click-outs,
// each once, in the daily roll-ups that reports read.
//
// # The path of an event
//
//	Counter   request → Event: who sent it (Reason), the visitor's hash, the day
//	Recorder  events → batches: what arrives during a commit goes into the next (group
//	          commit), which is prepared while the one before commits
//	store     a batch → one transaction: raw events, roll-ups, visits; before it,
//	          new contexts get numbers
//	spool     events that Postgres does not take in time → files, replayed every second
//
// A handler passes a Call to the Counter and answers when the event is
// committed or, failing that, synced to the spool.
//
// # Visits
//
// A visit is what one visitor did to one subject on one day. Its latest time
// tells a duplicate; its first tells a unique visitor. Every instance holds
// the visits of the days around today in memory. The table daily_visits holds
// them in chunks (column part), numbered from 1 for each day: a transaction
// that changes visits appends one chunk with the changes. For that, writers of
// all instances take turns: they hold an advisory lock until they commit.
//
// A transaction takes two round trips (turn). In the first it writes the raw
// events, judged by what is in memory, as others do at the same time; then it
// waits for its turn and reads the chunks that others have committed meanwhile. If
// these change a visit that it changes too, it judges its events anew. In the
// second it writes the chunk and the roll-ups. If a raw event is judged otherwise
// now, or is in the database already, the transaction is undone, and the next
// writes nothing before its turn, in which it also looks up which events are
// known. Before that it waits until nobody else has raw events that are not
// committed (lockRows): one with the same events would wait for its turn.
//
// Whoever knows of other instances that write (othersFor) waits to be the next
// before it takes its events: of several instances each writes all that came
// until then, so their transactions do not get smaller than they must.
//
// After a failover the database may lack what was committed last. A store that
// finds another timeline forgets what is in memory and reads it anew.
//
// How often a network has clicked on an offer within an hour, up to MaxClicks,
// and of an offer with a cap within a day, up to Hit.NetworkLimit, is kept in the
// same way, so all instances judge by the same number. Hours and days are those
// of the server's clock: in any 60 minutes at most twice MaxClicks count.
//
// # Contexts
//
// A context is what events have in common: the page they happened on, the piece
// that was opened last, and the first and last origin of their visit (Visit).
// Contexts are numbered once; events and Traffic refer to them. What a day may
// have is bounded (contextLimits), for all instances together: what comes from
// outside cannot make reports slow. What a client claims of its visit is mostly
// what others claim too, so what it comes to is remembered (claims).
//
// # Invariants
//
//   - An event is acknowledged after the commit or the sync, never before. A
//     click-out waits for them until clickDeadline; then it is enough that its
//     event was handed to the system, where a kill of the process leaves it. A
//     metric counts those that were answered with neither.
//   - An event counts once per ID and hit: the primary key of events refuses
//     it again. So a client may resend it, a failed commit may have succeeded,
//     and a spool file may be replayed twice.
//   - daily_counts equals the counts over events, and so does Traffic: one
//     transaction writes all three. Traffic it adds to the table recent_batches, as
//     one row, from where daily_traffic and reports are brought up to date.
//   - Chunks have no gaps, and memory holds all chunks up to the last it knows. A
//     chunk is added to it once, by the transaction that committed it or by the
//     first that reads it.
//   - Only people's events have a visitor and a network: those that are Human,
//     Duplicate or Excess, which Archive.Rejudge may judge anew. The salt of both
//     hashes is deleted after the day, so nobody can be recognized from day to day.
//   - A raw event goes only with all of its day, once the roll-ups are seen to
//     equal it (Archive.Drop).
package tracking
