import { useSite } from "../../shared/site.ts";

/** The site's sign, name and tagline, to stand in a link to the home page. */
export function Brand() {
  const { siteName, tagline } = useSite();
  return (
    <>
      <img src="/images/logo.svg" alt="" width="40" height="40" />
      <span className="grid">
        <span className="brand-name">{siteName}</span>
        <span className="brand-tagline">{tagline}</span>
      </span>
    </>
  );
}
