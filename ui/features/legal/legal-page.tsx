import { Head } from "../../shared/head.tsx";
import { Prose } from "../../shared/ui/prose.tsx";

interface LegalPageProps {
  title: string;
  description: string;
  path: string;
  html: string;
}

/** A legal text, plainly marked as not yet reviewed. */
export function LegalPage({ title, description, path, html }: LegalPageProps) {
  return (
    <>
      <Head title={title} description={description} path={path} />
      <article className="wrap piece-columns">
        <div>
          <h1 className="display">{title}</h1>
          <p className="draft" role="note">
            <strong>Draft.</strong> This text is to be reviewed by counsel before the site opens.
          </p>
          <Prose html={html} />
        </div>
      </article>
    </>
  );
}
