import { useSite } from "../../shared/site.ts";

/** The site's sign, name and tagline, to stand in a link to the home page. */
export function Brand() {
  const { siteName, tagline } = useSite();
  return (
    <>
      <img src="/images/logo.svg" alt="" width="40" height="40" className="h-auto w-[clamp(2rem,8vw,2.5rem)]" />
      <span className="grid">
        <span className="font-name text-name leading-none font-semibold tracking-tight">{siteName}</span>
        <span className="mt-1 text-[clamp(0.6875rem,2.8vw,0.75rem)] text-muted">{tagline}</span>
      </span>
    </>
  );
}
