/** The cookie of /privacy-choices, as server/platform/httpx has it. */
const choice = "privacy=opt-out";

/** Whether the browser itself asks that nothing of its visitor be shared (Global Privacy Control). */
export function sendsGlobalPrivacyControl(): boolean {
  return Reflect.get(navigator, "globalPrivacyControl") === true;
}

/** Whether the visitor chose so at /privacy-choices. */
export function choseOptOut(): boolean {
  return document.cookie.split("; ").includes(choice);
}
