import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { Head } from "../head.tsx";
import { Notice } from "./notice.tsx";

/** The page of an unpublished piece (410). */
export function Gone() {
  const { pathname } = useLocation();
  return (
    <>
      <Head title="Page no longer available" description="This page is no longer available." path={pathname} noindex />
      <Notice
        picture="magnifier"
        title="This page is gone"
        text="This page is no longer available."
        links={[
          { to: paths.articles, label: "Browse all articles" },
          { to: paths.guides, label: "See all guides" },
        ]}
      />
    </>
  );
}
