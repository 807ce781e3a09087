import type { ReactElement, ReactNode } from "react";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { PieceColumns } from "../../shared/ui/piece.tsx";

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the page. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <>
      <h2 id={id}>{title}</h2>
      {children}
    </>
  );
}

interface TrustPageProps {
  title: string;
  description: string;
  path: string;
  lead: ReactNode;
  /** The name of a picture for steps. */
  picture: string;
  /** Sections. */
  children: ReactElement<SectionProps>[];
}

/** A page about the site itself. */
export function TrustPage({ title, description, path, lead, picture, children }: TrustPageProps) {
  const { baseUrl } = useSite();
  return (
    <>
      <Head
        title={title}
        description={description}
        path={path}
        jsonLd={[breadcrumbs(baseUrl, [{ name: title, path }])]}
      />
      <article>
        <header className="wrap grid items-center gap-x-16 gap-y-8 pt-[clamp(2rem,1.5rem+2vw,3.5rem)] lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-4">
            <Breadcrumbs trail={[]} />
            <h1 className="display">{title}</h1>
            <p className="lead">{lead}</p>
          </div>
          <Motif name={picture} className="aspect-3/2 w-full max-w-[26rem]" />
        </header>
        <PieceColumns>
          <Contents toc={children.map(({ props }) => props)} />
          <div className="prose [&>h2:first-child]:mt-0">{children}</div>
        </PieceColumns>
      </article>
    </>
  );
}

/** Our email address after a word such as "or email", if staff have set one. */
export function OrEmail({ after }: { after: string }) {
  const { support } = useSite().contact;
  return (
    support && (
      <>
        {` ${after} `}
        <a href={`mailto:${support}`}>{support}</a>
      </>
    )
  );
}
