import { Fragment, type ReactNode } from "react";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { PieceColumns } from "../../shared/ui/piece.tsx";

/** A section of the page. */
export interface Part {
  id: string;
  title: string;
  text: ReactNode;
}

interface TrustPageProps {
  title: string;
  description: string;
  path: string;
  lead: ReactNode;
  /** The name of a picture for steps. */
  picture: string;
  parts: Part[];
}

/** A page about the site itself. */
export function TrustPage({ title, description, path, lead, picture, parts }: TrustPageProps) {
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
          <Contents toc={parts} />
          <div className="prose [&>h2:first-child]:mt-0">
            {parts.map(({ id, title, text }) => (
              <Fragment key={id}>
                <h2 id={id}>{title}</h2>
                {text}
              </Fragment>
            ))}
          </div>
        </PieceColumns>
      </article>
    </>
  );
}
