import { useSite } from "../../shared/site.ts";
import { wordmark } from "./wordmark.ts";

/** The site's logo, name and tagline, for a link to the home page. */
export function Brand() {
  const { tagline } = useSite();
  return (
    <>
      <img
        src="/images/logo.svg"
        alt=""
        width="40"
        height="40"
        className="h-auto w-[clamp(2rem,8vw,2.5rem)] flex-none max-brief:hidden"
      />
      <span className="grid min-w-0">
        <SiteName />
        <span className="mt-1 text-[clamp(0.6875rem,2.8vw,0.75rem)] text-muted max-short:hidden">{tagline}</span>
      </span>
    </>
  );
}

/** The site's name as an outline in the text color. A name other than the drawn one is shown as text. */
function SiteName() {
  const { siteName } = useSite();
  if (siteName !== wordmark.name)
    return (
      <span className="font-display text-name leading-none font-semibold tracking-tight truncate">{siteName}</span>
    );
  return (
    <svg role="img" aria-label={siteName} viewBox={wordmark.viewBox} className="h-7 max-w-full">
      <use href={`#${wordmark.id}`} />
    </svg>
  );
}
