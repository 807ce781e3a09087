import { Fragment, type ReactNode } from "react";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Contents } from "../../shared/ui/contents.tsx";

/** A part of such a page. */
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
  /** One of the pictures of steps. */
  picture: string;
  parts: Part[];
}

/** A page on which the site says what it is and does. */
export function TrustPage({ title, description, path, lead, picture, parts }: TrustPageProps) {
  const { baseUrl } = useSite();
  const trail = [{ name: "Home", path: "/" }];
  return (
    <>
      <Head
        title={title}
        description={description}
        path={path}
        jsonLd={[breadcrumbs(baseUrl, [...trail, { name: title, path }])]}
      />
      <article className="piece">
        <header className="wrap trust-head">
          <div>
            <Breadcrumbs trail={trail} />
            <h1 className="display">{title}</h1>
            <p className="lead">{lead}</p>
          </div>
          <img src={`/images/steps/${picture}.svg`} alt="" width="800" height="600" className="picture" />
        </header>
        <div className="wrap piece-columns">
          <Contents toc={parts} />
          <div className="prose">
            {parts.map(({ id, title, text }) => (
              <Fragment key={id}>
                <h2 id={id}>{title}</h2>
                {text}
              </Fragment>
            ))}
          </div>
        </div>
      </article>
    </>
  );
}
