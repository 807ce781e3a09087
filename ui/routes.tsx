import type { RouteObject } from "react-router";
import { Account } from "./features/auth/account.tsx";
import { Layout } from "./features/site/layout.tsx";
import { PageError } from "./features/site/page-error.tsx";
import { ApiError } from "./shared/api.ts";
import type { Site } from "./shared/site.ts";

/** The route under the layout that shows every error of a page. */
export const errorRouteId = "pages";

/** Marks a page with a long text, whose font is then preloaded. */
export const reading = { reading: true };

/**
 * The one route table of the server and the browser. Every page is lazy; the id of a lazy route is its module's path
 * under ui/, by which the build knows what to preload for it.
 */
export function createRoutes(env: Site["env"]): RouteObject[] {
  return [
    {
      id: "layout",
      element: <Layout account={<Account />} panelAccount={<Account inPanel />} />,
      children: [
        {
          id: errorRouteId,
          ErrorBoundary: PageError,
          children: [
            { id: "features/home/page", index: true, lazy: () => import("./features/home/page.tsx") },
            { id: "features/articles/list", path: "articles", lazy: () => import("./features/articles/list.tsx") },
            {
              id: "features/articles/detail",
              path: "articles/:slug",
              handle: reading,
              lazy: () => import("./features/articles/detail.tsx"),
            },
            { id: "features/guides/list", path: "guides", lazy: () => import("./features/guides/list.tsx") },
            {
              id: "features/subscribers/wizard",
              path: "subscribe",
              lazy: () => import("./features/subscribers/wizard.tsx"),
            },
            { id: "features/contact/page", path: "contact", lazy: () => import("./features/contact/page.tsx") },
            {
              id: "features/subscribers/unsubscribe",
              path: "unsubscribe",
              lazy: () => import("./features/subscribers/unsubscribe.tsx"),
            },
            {
              id: "features/subscribers/preferences",
              path: "preferences",
              lazy: () => import("./features/subscribers/preferences.tsx"),
            },
            {
              id: "features/subscribers/confirm",
              path: "confirm",
              lazy: () => import("./features/subscribers/confirm.tsx"),
            },
            {
              id: "features/legal/privacy",
              path: "privacy",
              handle: reading,
              lazy: () => import("./features/legal/privacy.tsx"),
            },
            {
              id: "features/legal/terms",
              path: "terms",
              handle: reading,
              lazy: () => import("./features/legal/terms.tsx"),
            },
            {
              id: "features/guides/detail",
              path: "guides/:id",
              handle: reading,
              lazy: () => import("./features/guides/detail.tsx"),
            },
            {
              id: "features/admin/page",
              path: "admin/content",
              lazy: () => import("./features/admin/page.tsx"),
            },
            ...offerPages,
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
  ];
}

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

/** Pages for those who build the site. */
const developmentPages: RouteObject[] = [
  { id: "features/gallery/page", path: "dev/gallery", lazy: () => import("./features/gallery/page.tsx") },
];
