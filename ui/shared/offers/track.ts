import { eventId } from "../event-id.ts";
import { currentVisit } from "../visit.ts";
import { inPreview } from "./preview-call.ts";

/**
 * Sends an event with what is known about the visit to the server, even while the page unloads. A failure is only
 * logged. The event ID makes the server count it once, however often it arrives.
 */
export function track(path: string, facts: object = {}): void {
  if (inPreview()) return;
  fetch(path, {
    method: "POST",
    keepalive: true,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ eventId: eventId(Date.now()), visit: currentVisit(), ...facts }),
  }).then(
    async (answer) => {
      await answer.text(); // an unread body stays open, which keeps the page out of the back/forward cache
      if (!answer.ok) console.debug(`not counted: ${path} answered ${answer.status}`);
    },
    (error) => console.debug(`not counted: ${path}`, error),
  );
}
