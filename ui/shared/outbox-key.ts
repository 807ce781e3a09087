/** The localStorage key of the unsubscribe requests that the server does not have yet (subscribers/outbox.ts). */
export const outboxKey = "unsubscribing";
