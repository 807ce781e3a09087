import { eventId } from "../event-id.ts";
import { currentVisit } from "../visit.ts";
import { inPreview } from "./preview-call.ts";

/**
 * Sends an event to the server, with what is known of the visit, also while the page unloads. A failed call is only
 * logged. By its event id the server counts it once however often it arrives.
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
      await answer.text(); // one that nobody reads stays open, and the browser does not keep the page for a return
      if (!answer.ok) console.debug(`not counted: ${path} answered ${answer.status}`);
    },
    (error) => console.debug(`not counted: ${path}`, error),
  );
}
