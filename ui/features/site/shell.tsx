import { paths } from "../../paths.ts";
import { useSite } from "../../shared/site.ts";
import { Brand } from "./brand.tsx";

/** Shown while the browser renders the page, because the server couldn't. */
export function Shell() {
  const { siteName } = useSite();
  return (
    <>
      <title>{siteName}</title>
      <meta name="robots" content="noindex" />
      <header className="sticky top-0 z-20 border-b-4 border-double border-rule bg-paper print:static">
        <div className="wrap flex h-18 items-center">
          <a href={paths.home} className="flex items-center gap-2.5 self-stretch leading-[1.1] whitespace-nowrap">
            <Brand />
          </a>
        </div>
      </header>
      <main id="main" className="wrap section" aria-busy="true">
        <h1 className="title">One moment, please</h1>
        <p className="lead mt-4">We’re busy right now. This page will load as soon as it’s ready.</p>
        <noscript>
          <p className="mt-4">We’re busy right now. Please reload this page in a few seconds.</p>
        </noscript>
      </main>
    </>
  );
}
