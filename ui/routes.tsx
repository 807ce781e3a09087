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
const toRead = { kind: "reading" };

/** Marks a page whose URL gives access to a subscription. It isn't prefetched. */
const isPrivate = { kind: "acting", secret: true };

/** Marks staff pages, which load staff.css instead of app.css. */
const staff = { kind: "staff" };

type Page = (path: string, id: string, lazy: () => Promise<object>) => RouteObject;

const reading: Page = (path, id, lazy) => ({ path, id, lazy, handle: toRead });
const acting: Page = (path, id, lazy) => ({ path, id, lazy });
const secret: Page = (path, id, lazy) => ({ path, id, lazy, handle: isPrivate });

/** The kind of the page that these routes make together. */
export function kindOf(routes: { handle?: unknown }[]): Kind {
  const marked = routes.find(({ handle }) => handle)?.handle as { kind: Kind } | undefined;
  return marked?.kind ?? "acting";
}

/** Whether the address of the page that these routes make together is a secret. */
export function isSecret(routes: { handle?: unknown }[]): boolean {
  return routes.some(({ handle }) => handle === isPrivate);
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
              handle: toRead,
              lazy: () => import("./features/home/page.tsx"),
            },
            reading("articles", "features/articles/list", () => import("./features/articles/list.tsx")),
            reading("articles/:slug", "features/articles/detail", () => import("./features/articles/detail.tsx")),
            reading("guides", "features/guides/list", () => import("./features/guides/list.tsx")),
            reading("tools", "features/tools/list", () => import("./features/tools/list.tsx")),
            reading("tools/:slug", "features/tools/detail", () => import("./features/tools/detail.tsx")),
            reading("search", "features/search/page", () => import("./features/search/page.tsx")),
            acting("my-list", "features/my-list/page", () => import("./features/my-list/page.tsx")),
            acting("subscribe", "features/subscribers/wizard", () => import("./features/subscribers/wizard.tsx")),
            acting("contact", "features/contact/page", () => import("./features/contact/page.tsx")),
            secret(
              "unsubscribe",
              "features/subscribers/unsubscribe",
              () => import("./features/subscribers/unsubscribe.tsx"),
            ),
            secret(
              "preferences",
              "features/subscribers/preferences",
              () => import("./features/subscribers/preferences.tsx"),
            ),
            secret("confirm", "features/subscribers/confirm", () => import("./features/subscribers/confirm.tsx")),
            reading("privacy", "features/legal/privacy", () => import("./features/legal/privacy.tsx")),
            acting(
              "privacy-choices",
              "features/legal/privacy-choices",
              () => import("./features/legal/privacy-choices.tsx"),
            ),
            reading("terms", "features/legal/terms", () => import("./features/legal/terms.tsx")),
            ...trustPages,
            reading("guides/:id", "features/guides/detail", () => import("./features/guides/detail.tsx")),
            reading("authors/:slug", "features/authors/page", () => import("./features/authors/page.tsx")),
            reading("newsletter", "features/newsletter/list", () => import("./features/newsletter/list.tsx")),
            reading("newsletter/:slug", "features/newsletter/detail", () => import("./features/newsletter/detail.tsx")),
            reading(
              "preview/articles/:token",
              "features/articles/preview",
              () => import("./features/articles/preview.tsx"),
            ),
            reading("preview/guides/:token", "features/guides/preview", () => import("./features/guides/preview.tsx")),
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
  reading("about", "features/about/about", () => import("./features/about/about.tsx")),
  reading("how-we-work", "features/about/how-we-work", () => import("./features/about/how-we-work.tsx")),
  reading("how-we-earn", "features/about/how-we-earn", () => import("./features/about/how-we-earn.tsx")),
  reading("accessibility", "features/about/accessibility", () => import("./features/about/accessibility.tsx")),
];

/** Where the site earns. A page that staff add has the layout of the hot offers. */
const offerPages: RouteObject[] = [
  acting("offers", "features/offers/carousel", () => import("./features/offers/carousel.tsx")),
  acting("hot-offers", "features/offers/hot", () => import("./features/offers/hot.tsx")),
  acting("dailyoffers", "features/dailyoffers/list", () => import("./features/dailyoffers/list.tsx")),
  acting("content/settlements", "features/content/settlements", () => import("./features/content/settlements.tsx")),
  acting("content/settlements2", "features/questionnaire/page", () => import("./features/questionnaire/page.tsx")),
  acting("content/insuranceprotection", "features/content/insurance", () => import("./features/content/insurance.tsx")),
  acting("content/:slug", "features/content/page", () => import("./features/content/page.tsx")),
];

/** Offers before they are live, by their kind. */
const offerPreviews: RouteObject[] = [
  acting(
    "preview/offers/offer/:token",
    "features/offers/carousel-preview",
    () => import("./features/offers/carousel-preview.tsx"),
  ),
  acting(
    "preview/offers/static-offer/:token",
    "features/offers/hot-preview",
    () => import("./features/offers/hot-preview.tsx"),
  ),
  acting(
    "preview/offers/daily-offer/:token",
    "features/dailyoffers/preview",
    () => import("./features/dailyoffers/preview.tsx"),
  ),
  acting("preview/offers/:kind/:token", "features/content/preview", () => import("./features/content/preview.tsx")), // a page, or an offer of one
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
