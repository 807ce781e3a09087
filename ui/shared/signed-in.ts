/** The localStorage key of a bearer token. */
export const tokenKey = "mailerToken";

/** Set by sign-in for scripts to read. It grants nothing. Without it, pages don't ask the server who is signed in. */
const markerCookie = "signed_in=1";

/** Whether this browser may be signed in. Only the server knows for sure. */
export function mayBeSignedIn(): boolean {
  return localStorage.getItem(tokenKey) !== null || document.cookie.split("; ").includes(markerCookie);
}
