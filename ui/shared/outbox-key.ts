/** Where a browser keeps requests to unsubscribe that the server does not have yet; features/subscribers/outbox.ts. */
export const outboxKey = "unsubscribing";
