/** A UUIDv7: the time in milliseconds followed by random digits. */
export function eventId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0"));
  const digits = chance.join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}`;
}
