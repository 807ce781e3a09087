import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { paths } from "../../paths.ts";
import { Head } from "../../shared/head.tsx";
import { Gone, Notice } from "../../shared/ui/notice.tsx";
import { Lost } from "./lost.tsx";

const offline = "You’re offline. Try again once you’re connected.";

/** The page for all errors: an unknown address, or a failed read. */
export function PageError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <>
        <Head
          title="404 Page Not Found"
          description="We couldn’t find a page at this address."
          path={pathname}
          noindex
        />
        <Notice
          picture="magnifier"
          title="404 Page Not Found"
          text="Did you forget to add the page to the router?"
          links={[
            { to: paths.home, label: "Go to the home page" },
            { to: paths.articles, label: "Browse all articles" },
            { to: paths.guides, label: "See all guides" },
          ]}
        >
          <Lost />
        </Notice>
      </>
    );
  }
  if (isRouteErrorResponse(error) && error.status === 410) return <Gone />;
  const message =
    (isRouteErrorResponse(error) && String(error.data)) || (isOffline() ? offline : "Something went wrong.");
  return (
    <>
      <Head title="Something went wrong" description="We couldn’t load this page." path={pathname} noindex />
      <Notice
        picture="plug"
        title="We couldn’t load this page"
        text={message}
        links={[
          { to: pathname + search, label: "Try again", reload: true },
          { to: paths.home, label: "Go to the home page", reload: true },
        ]}
      >
        <Lost />
      </Notice>
    </>
  );
}

/** Whether the browser is offline; false on the server. */
function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}
