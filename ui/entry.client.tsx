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

/** For how long a visitor points at a link that is meant. */
const intentMs = 65;

if (process.env.LIVE_RELOAD) (await import("./live-reload.ts")).reloadWhenServerIsBack();
await pause();
await start();
void prepareToasts();
// A request to unsubscribe that the server could not take is sent again, whatever page its visitor opens next.
if (localStorage.getItem(outboxKey)) (await import("./features/subscribers/outbox.ts")).sendWaiting();

/** Takes over the page that the server rendered, or renders it whole where the server could only send the shell. */
async function start() {
  const page = readPageData(document);
  const routes = createRoutes(page.site.env);
  forgetWhatTheServerCannotKnow();
  const shown = page.router ? lazyRoutes(routes, location.pathname) : []; // a shell shows none
  preloadOnIntent(routes);

  if (!page.router) {
    const router = createBrowserRouter(routes);
    await initialized(router);
    const name = document.querySelector("body > svg"); // as it is drawn for the page: what is rendered takes the shell's place
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
  // In slices, between which the page scrolls and answers.
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

/** Says when all of the page answers: what was pressed before is done then (ui/start.ts). */
function Mounted({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/** From here on the page fetches ahead by itself, and no browser needs to (server/features/discovery/speculation.go). */
function tellItIsAlive() {
  document.documentElement.dataset.alive = "";
}

/** Lets the browser answer between two pieces of work, which would keep a slow phone busy for too long as one. */
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
 * The first render may know no more than the HTML does: not what a link handed over in the history before a reload, and
 * not the parts of a query that the server could not read.
 */
function forgetWhatTheServerCannotKnow() {
  const pairs = location.search.slice(1).split("&");
  const readable = pairs.filter(isReadable).join("&");
  const address = location.pathname + (readable && `?${readable}`) + location.hash;
  history.replaceState({ ...history.state, usr: null }, "", address);
}

/** Whether the server takes this part of a query: properly escaped and without a semicolon. */
function isReadable(pair: string): boolean {
  try {
    decodeURIComponent(pair);
    return !pair.includes(";");
  } catch {
    return false;
  }
}

/**
 * Fetches a page when a visitor points at, touches or tabs to a link to it: its code at once, and what it shows once the
 * pointer stays, unless the browser is to save data. Pages that are private to a link are not opened ahead.
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
      await Promise.allSettled(Object.values(data ?? {})); // browserApi keeps what came
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

/** A lazy route must be there before hydration, or its fallback would cover the server's HTML. */
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
