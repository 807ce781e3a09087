import type { RouteObject } from "react-router";
import { Account } from "./features/auth/account.tsx";
import { SearchBox } from "./features/search/box.tsx";
import { Layout } from "./features/site/layout.tsx";
import { PageError } from "./features/site/page-error.tsx";
import { adminScreens } from "./paths.ts";
import { ApiError } from "./shared/api.ts";
import type { Site } from "./shared/site.ts";

/** The route under the layout that shows every error of a page. */
export const errorRouteId = "pages";

/** What a page is for, which decides its stylesheet and when its scripts start: see ssr/document.tsx. */
export type Kind = "reading" | "acting" | "staff";

/** Marks a page to read or to browse, which is of use before its scripts are there. */
const reading = { kind: "reading" };

/** Marks a page whose URL gives access to a subscription. It isn't prefetched. */
const secret = { kind: "acting", secret: true };

/** Marks staff pages, which load staff.css instead of app.css. */
const staff = { kind: "staff" };

/** The kind of the page that these routes make together. */
export function kindOf(routes: { handle?: unknown }[]): Kind {
  const marked = routes.find(({ handle }) => handle)?.handle as { kind: Kind } | undefined;
  return marked?.kind ?? "acting";
}

/** Whether the address of the page that these routes make together is a secret. */
export function isSecret(routes: { handle?: unknown }[]): boolean {
  return routes.some(({ handle }) => handle === secret);
}

/**
 * The one route table of the server and the browser. Every page is lazy; the id of a lazy route is its module's path
 * under ui/, by which the build knows what to preload for it.
 */
export function createRoutes(env: Site["env"]): RouteObject[] {
  return [
    {
      id: "layout",
      element: <Layout account={<Account />} panelAccount={<Account inPanel />} search={<SearchBox />} />,
      children: [
        {
          id: errorRouteId,
          ErrorBoundary: PageError,
          children: [
            {
              id: "features/home/page",
              index: true,
              handle: reading,
              lazy: () => import("./features/home/page.tsx"),
            },
            {
              id: "features/articles/list",
              path: "articles",
              handle: reading,
              lazy: () => import("./features/articles/list.tsx"),
            },
            {
              id: "features/articles/detail",
              path: "articles/:slug",
              handle: reading,
              lazy: () => import("./features/articles/detail.tsx"),
            },
            {
              id: "features/guides/list",
              path: "guides",
              handle: reading,
              lazy: () => import("./features/guides/list.tsx"),
            },
            {
              id: "features/tools/list",
              path: "tools",
              handle: reading,
              lazy: () => import("./features/tools/list.tsx"),
            },
            {
              id: "features/tools/detail",
              path: "tools/:slug",
              handle: reading,
              lazy: () => import("./features/tools/detail.tsx"),
            },
            {
              id: "features/search/page",
              path: "search",
              handle: reading,
              lazy: () => import("./features/search/page.tsx"),
            },
            { id: "features/my-list/page", path: "my-list", lazy: () => import("./features/my-list/page.tsx") },
            {
              id: "features/subscribers/wizard",
              path: "subscribe",
              lazy: () => import("./features/subscribers/wizard.tsx"),
            },
            { id: "features/contact/page", path: "contact", lazy: () => import("./features/contact/page.tsx") },
            {
              id: "features/subscribers/unsubscribe",
              path: "unsubscribe",
              handle: secret,
              lazy: () => import("./features/subscribers/unsubscribe.tsx"),
            },
            {
              id: "features/subscribers/preferences",
              path: "preferences",
              handle: secret,
              lazy: () => import("./features/subscribers/preferences.tsx"),
            },
            {
              id: "features/subscribers/confirm",
              path: "confirm",
              handle: secret,
              lazy: () => import("./features/subscribers/confirm.tsx"),
            },
            {
              id: "features/legal/privacy",
              path: "privacy",
              handle: reading,
              lazy: () => import("./features/legal/privacy.tsx"),
            },
            {
              id: "features/legal/privacy-choices",
              path: "privacy-choices",
              lazy: () => import("./features/legal/privacy-choices.tsx"),
            },
            {
              id: "features/legal/terms",
              path: "terms",
              handle: reading,
              lazy: () => import("./features/legal/terms.tsx"),
            },
            ...trustPages,
            {
              id: "features/guides/detail",
              path: "guides/:id",
              handle: reading,
              lazy: () => import("./features/guides/detail.tsx"),
            },
            {
              id: "features/authors/page",
              path: "authors/:slug",
              handle: reading,
              lazy: () => import("./features/authors/page.tsx"),
            },
            {
              id: "features/newsletter/list",
              path: "newsletter",
              handle: reading,
              lazy: () => import("./features/newsletter/list.tsx"),
            },
            {
              id: "features/newsletter/detail",
              path: "newsletter/:slug",
              handle: reading,
              lazy: () => import("./features/newsletter/detail.tsx"),
            },
            {
              id: "features/articles/preview",
              path: "preview/articles/:token",
              handle: reading,
              lazy: () => import("./features/articles/preview.tsx"),
            },
            {
              id: "features/guides/preview",
              path: "preview/guides/:token",
              handle: reading,
              lazy: () => import("./features/guides/preview.tsx"),
            },
            ...offerPages,
            ...offerPreviews,
            ...(env === "development" ? developmentPages : []),
            {
              id: "not-found",
              path: "*",
              element: null,
              loader() {
                throw new ApiError(404, "Page Not Found");
              },
            },
          ],
        },
      ],
    },
    {
      ErrorBoundary: PageError,
      children: [
        {
          id: "features/admin/page",
          path: "admin",
          handle: staff,
          lazy: () => import("./features/admin/page.tsx"),
          children: adminRoutes,
        },
      ],
    },
  ];
}

/** What the site says of itself. */
const trustPages: RouteObject[] = [
  { id: "features/about/about", path: "about", handle: reading, lazy: () => import("./features/about/about.tsx") },
  {
    id: "features/about/how-we-work",
    path: "how-we-work",
    handle: reading,
    lazy: () => import("./features/about/how-we-work.tsx"),
  },
  {
    id: "features/about/how-we-earn",
    path: "how-we-earn",
    handle: reading,
    lazy: () => import("./features/about/how-we-earn.tsx"),
  },
  {
    id: "features/about/accessibility",
    path: "accessibility",
    handle: reading,
    lazy: () => import("./features/about/accessibility.tsx"),
  },
];

/** Where the site earns. A page that staff add has the layout of the hot offers. */
const offerPages: RouteObject[] = [
  { id: "features/offers/carousel", path: "offers", lazy: () => import("./features/offers/carousel.tsx") },
  { id: "features/offers/hot", path: "hot-offers", lazy: () => import("./features/offers/hot.tsx") },
  { id: "features/dailyoffers/list", path: "dailyoffers", lazy: () => import("./features/dailyoffers/list.tsx") },
  {
    id: "features/content/settlements",
    path: "content/settlements",
    lazy: () => import("./features/content/settlements.tsx"),
  },
  {
    id: "features/questionnaire/page",
    path: "content/settlements2",
    lazy: () => import("./features/questionnaire/page.tsx"),
  },
  {
    id: "features/content/insurance",
    path: "content/insuranceprotection",
    lazy: () => import("./features/content/insurance.tsx"),
  },
  { id: "features/content/page", path: "content/:slug", lazy: () => import("./features/content/page.tsx") },
];

/** Offers before they are live, by their kind. */
const offerPreviews: RouteObject[] = [
  {
    id: "features/offers/carousel-preview",
    path: "preview/offers/offer/:token",
    lazy: () => import("./features/offers/carousel-preview.tsx"),
  },
  {
    id: "features/offers/hot-preview",
    path: "preview/offers/static-offer/:token",
    lazy: () => import("./features/offers/hot-preview.tsx"),
  },
  {
    id: "features/dailyoffers/preview",
    path: "preview/offers/daily-offer/:token",
    lazy: () => import("./features/dailyoffers/preview.tsx"),
  },
  {
    id: "features/content/preview",
    path: "preview/offers/:kind/:token", // a page, or an offer of one
    lazy: () => import("./features/content/preview.tsx"),
  },
];

/** The screens of the admin area, which its page tells apart once it knows who is there. */
const adminRoutes: RouteObject[] = [{ index: true }, ...adminScreens.map((path) => ({ path }))];

/** Pages for those who build the site. */
const developmentPages: RouteObject[] = [
  {
    id: "features/gallery/page",
    path: "dev/gallery",
    handle: staff, // it shows parts of every kind of page
    lazy: () => import("./features/gallery/page.tsx"),
  },
];
