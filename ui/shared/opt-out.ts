/** The cookie of /privacy-choices, as in server/platform/httpx. */
const choice = "privacy=opt-out";

/** Whether the browser sends the Global Privacy Control signal. */
export function sendsGlobalPrivacyControl(): boolean {
  return Reflect.get(navigator, "globalPrivacyControl") === true;
}

/** Whether the visitor opted out at /privacy-choices. */
export function choseOptOut(): boolean {
  return document.cookie.split("; ").includes(choice);
}
