import { useSite } from "../site.ts";

/** The note on every page of settlements: the site gives no legal advice. */
export function LegalNote({ className }: { className: string }) {
  const { siteName } = useSite();
  return (
    <p className={`text-small ${className}`} role="note">
      <strong>Legal disclaimer.</strong> {siteName} is not a law firm and does not give legal advice. This page is
      advertising. It only summarizes each case, so rely on the case’s own notice and website. The settlement
      administrator or the court decides who is included and what they’re paid. Filing a claim with the administrator is
      free. Past results don’t guarantee future ones.
    </p>
  );
}
