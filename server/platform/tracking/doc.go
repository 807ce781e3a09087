// Package tracking counts what visitors do: page views, clicks and click-outs,
// each once, in the daily roll-ups that reports read.
//
// # The path of an event
//
//	Counter   request → Event: who sent it (Reason), the visitor's hash, the day
//	Recorder  events → batches: what arrives during a commit goes into the next (group commit)
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
// that changes visits appends one chunk with the changes. Writers of all
// instances serialize on an advisory lock, which they hold until they commit.
//
// The store writes optimistically: it assumes that its memory is current and
// that no event is in the database yet, and sends everything in one round
// trip. If that is wrong, a chunk of this number or an event of this ID exists
// already. Then the unique violation undoes the transaction, and the store
// takes two round trips: it reads newer chunks and known events under the
// lock, then writes. It keeps reading before it writes until no other instance
// has written for a while (aloneAfter). While it does, it takes the events that
// wait only once it has the lock: the more writers, the more events in each
// transaction. Those are not looked up, and if one is in the database or needs a
// context or a day that is not in memory, the transaction is undone and the
// events, now known, are written as above.
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
//     one row a day, from where daily_traffic and reports are brought up to date.
//   - Chunks have no gaps, and memory holds all chunks up to the last it knows.
//     It changes only after a commit, by that commit's chunk.
//   - Only people's events have a visitor and a network: those that are Human,
//     Duplicate or Excess, which Archive.Rejudge may judge anew. The salt of both
//     hashes is deleted after the day, so nobody can be recognized from day to day.
//   - A raw event goes only with all of its day, once the roll-ups are seen to
//     equal it (Archive.Drop).
package tracking
