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

/** A UUIDv7: the time in milliseconds, then random digits. */
export function eventId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0"));
  const digits = chance.join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}`;
}
