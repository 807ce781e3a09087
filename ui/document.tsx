import type { ReactNode } from "react";
import { type Site, SiteContext } from "./shared/site.ts";

/** The React side of the <html>, the same on the server and in the browser, but for what ui/start.ts marks on it. Pages add their own <head> (shared/head.tsx); Apple's devices look for /apple-touch-icon.png by themselves. */
export function Document({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        <SiteContext value={site}>{children}</SiteContext>
      </body>
    </html>
  );
}
