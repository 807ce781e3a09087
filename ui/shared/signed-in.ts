/** The localStorage key of a bearer token. */
export const tokenKey = "mailerToken";

/** Set by sign-in for scripts to read. It grants nothing; without it nobody asks the server who is signed in. */
const markerCookie = "signed_in=1";

/** Whether this browser may be signed in, which only the server knows. */
export function mayBeSignedIn(): boolean {
  return localStorage.getItem(tokenKey) !== null || document.cookie.split("; ").includes(markerCookie);
}
