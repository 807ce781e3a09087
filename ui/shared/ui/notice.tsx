import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { Head } from "../head.tsx";
import { Motif } from "./picture.tsx";

interface NoticeProps {
  /** One of the illustrations in /images/steps. */
  picture: string;
  title: string;
  text: string;
  /** The first link is the main one. */
  links: { to: string; label: string; reload?: boolean }[];
  /** More help below the links. */
  children?: ReactNode;
}

/** A page with one message, such as not found or an error. */
export function Notice({ picture, title, text, links, children }: NoticeProps) {
  return (
    <div className="wrap section grid items-center gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-10 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div>
        <h1 className="title">{title}</h1>
        <p className="lead mt-4">{text}</p>
        <p className="mt-8 flex flex-wrap gap-4">
          {links.map(({ to, label, reload }, i) => (
            <Link key={label} to={to} reloadDocument={reload} className={i === 0 ? "button" : "button button-quiet"}>
              {label}
            </Link>
          ))}
        </p>
        {children}
      </div>
      <Motif name={picture} className="aspect-4/3 w-full max-w-[26rem]" />
    </div>
  );
}

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
