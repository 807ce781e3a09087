/**
 * Tells the server what happened, also while the page is being left. Nobody waits for it: a call that fails is only
 * logged. Its event id lets the server count it once however often it arrives.
 */
export function track(path: string, facts: object = {}): void {
  fetch(path, {
    method: "POST",
    keepalive: true,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ ...facts, eventId: eventId(Date.now()) }),
  }).then(
    ({ status }) => status >= 400 && console.debug(`not counted: ${path} answered ${status}`),
    (error) => console.debug(`not counted: ${path}`, error),
  );
}

/** A UUID of version 7: when it happened, in milliseconds, then chance. */
export function eventId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0"));
  const digits = chance.join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}`;
}
