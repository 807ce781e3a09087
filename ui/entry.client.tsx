import { type ReactNode, startTransition, useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Document } from "./document.tsx";
import { createRoutes, isSecret } from "./routes.tsx";
import { ApiError, browserApi } from "./shared/api.ts";
import { outboxKey } from "./shared/constants.ts";
import { type PageData, readPageData } from "./shared/page-data.ts";
import { prepareToasts } from "./shared/ui/show-toast.ts";
import { rememberTyped } from "./typed.ts";

/** How long a visitor must point at a link before we fetch its page. */
const intentMs = 65;

if (process.env.LIVE_RELOAD) (await import("./live-reload.ts")).reloadWhenServerIsBack();
await pause();
await start();
void prepareToasts();
// An unsubscribe request that failed is sent again on the next page.
if (localStorage.getItem(outboxKey)) (await import("./features/subscribers/outbox.ts")).sendWaiting();

/** Hydrates the page, or renders it if the server could only send the shell. */
async function start() {
  const page = readPageData(document);
  const routes = createRoutes(page.site.env);
  forgetWhatTheServerCannotKnow();
  const shown = page.router ? lazyRoutes(routes, location.pathname) : []; // a shell shows none
  preloadOnIntent(routes);

  if (!page.router) {
    const router = createBrowserRouter(routes);
    await initialized(router);
    const name = document.querySelector("body > svg"); // the logo: rendering replaces the shell
    flushSync(() => createRoot(document).render(app(page, router)));
    if (name) document.body.append(name);
    tellItIsAlive();
    (await import("./shared/views.ts")).countViews(router);
    return;
  }

  const { loaderData, errors } = page.router;
  browserApi.keep(loaderData);
  await Promise.all(shown.map(loadNow));
  await pause();
  const router = createBrowserRouter(routes, {
    hydrationData: {
      loaderData,
      errors: errors && mapValues(errors, ({ status, detail }) => new ApiError(status, detail)),
    },
  });
  await pause();
  const bringBack = rememberTyped();
  let broughtBack: Promise<void> | undefined;
  // In slices, so that the page can scroll and respond in between.
  await new Promise<void>((resolve) => {
    const whole = <Mounted then={resolve}>{app(page, router)}</Mounted>;
    const onRecoverableError = (error: unknown) => {
      console.error("hydration:", error);
      tellItIsAlive();
      broughtBack = pause().then(bringBack); // once forms have read their drafts
    };
    const onUncaughtError = (error: unknown) => {
      console.error(error);
      resolve();
    };
    startTransition(() => void hydrateRoot(document, whole, { onRecoverableError, onUncaughtError }));
  });
  await broughtBack;
  tellItIsAlive();
  (await import("./shared/views.ts")).countViews(router);
}

/** Calls then once the whole page is interactive. Earlier clicks are replayed then (ui/start.ts). */
function Mounted({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/** Marks the page as interactive. It now prefetches by itself, so browsers needn't (server/features/discovery/http.go). */
function tellItIsAlive() {
  document.documentElement.dataset.alive = "";
}

/** Lets the browser respond between two pieces of work. */
function pause(ms = 0) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function app(page: PageData, router: ReturnType<typeof createBrowserRouter>) {
  return (
    <Document site={page.site}>
      <RouterProvider router={router} />
    </Document>
  );
}

/**
 * Drops what the server didn't know, so that the first render matches the HTML: history state from before a reload, and
 * query parameters that the server can't parse.
 */
function forgetWhatTheServerCannotKnow() {
  const pairs = location.search.slice(1).split("&");
  const readable = pairs.filter(isReadable).join("&");
  const address = location.pathname + (readable && `?${readable}`) + location.hash;
  history.replaceState({ ...history.state, usr: null }, "", address);
}

/** Whether the server can parse a query parameter: escaped correctly and without a semicolon. */
function isReadable(pair: string): boolean {
  try {
    decodeURIComponent(pair);
    return !pair.includes(";");
  } catch {
    return false;
  }
}

/**
 * Prefetches a page when a visitor points at, touches or focuses a link to it: its code right away, and its data if the
 * pointer stays, unless the browser saves data. Pages with a private address aren't prefetched.
 */
function preloadOnIntent(routes: RouteObject[]) {
  let intended: EventTarget | null = null;
  const preload = async (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (intended === link) return;
    intended = link;
    if (link?.origin !== location.origin) return;
    const matches = matchRoutes(routes, link.pathname) ?? [];
    await Promise.all([...matches.map(({ route }) => loadNow(route)), pause(intentMs)]);
    if (intended !== link || savesData() || isSecret(matches.map(({ route }) => route))) return;
    const asked = { request: new Request(link.href), url: new URL(link.href), context: new RouterContextProvider() };
    for (const { route, params } of matches) {
      if (typeof route.loader !== "function") continue;
      const data = await route.loader({ ...asked, params, pattern: "" });
      await Promise.allSettled(Object.values(data ?? {})); // browserApi keeps the data
    }
  };
  for (const type of ["pointerover", "touchstart", "focusin"])
    document.addEventListener(type, (event) => void preload(event).catch(() => {}), { passive: true });
}

/** Whether the visitor asked the browser to save data (https://wicg.github.io/savedata/). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}

function lazyRoutes(routes: RouteObject[], path: string) {
  return (matchRoutes(routes, path) ?? []).map((match) => match.route).filter((route) => route.lazy);
}

/** Loads a lazy route. Without it, hydration would replace the server's HTML with a fallback. */
async function loadNow(route: RouteObject) {
  if (typeof route.lazy !== "function") return;
  const module = await route.lazy();
  Object.assign(route, module, { lazy: undefined });
}

function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
