import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import type { LegalText } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { PieceColumns } from "../../shared/ui/piece.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { LongDate } from "../../shared/ui/time.tsx";

/** Loads the version in the URL, or the current one. */
export function loaderOf(page: "privacy" | "terms") {
  return ({ request, context }: LoaderFunctionArgs) => {
    const version = new URL(request.url).searchParams.get("version");
    const query = version ? `?version=${encodeURIComponent(version)}` : "";
    return { text: context.get(apiContext).get<LegalText>(`/api/legal/${page}${query}`) };
  };
}

interface LegalPageProps {
  title: string;
  description: string;
  /** The path of the page, or of the version that took effect on a date. */
  pathOf: (version?: string) => string;
}

/** A legal text. */
export function LegalPage({ title, description, pathOf }: LegalPageProps) {
  const { text } = useLoaderData<{ text: Read<LegalText> }>();
  const [params] = useSearchParams();
  return (
    <>
      <Head title={title} description={description} path={pathOf()} />
      <article>
        <header className="wrap pt-[clamp(2rem,1.5rem+2vw,3.5rem)]">
          <h1 className="display">{title}</h1>
        </header>
        <PieceColumns>
          <Suspense key={params.get("version")} fallback={<Skeleton className="h-screen w-full" />}>
            <Text text={text} pathOf={pathOf} />
          </Suspense>
        </PieceColumns>
      </article>
    </>
  );
}

function Text({ text, pathOf }: { text: Read<LegalText>; pathOf: LegalPageProps["pathOf"] }) {
  const { page, html, toc, isCurrent, effective, versions } = settled(text).data;
  const earlier = versions.slice(1);
  return (
    <>
      <Contents toc={toc ?? []} />
      <div>
        {!isCurrent && (
          <p className="mb-8 max-w-[42rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
            This is an earlier version that took effect on <Day day={effective} />.{" "}
            <Link to={pathOf()}>Read the current version.</Link>
          </p>
        )}
        {isCurrent && page === "terms" && (
          // The privacy policy includes its own date.
          <p className="mb-6 text-small text-muted">
            Effective <Day day={effective} />
          </p>
        )}
        <Prose html={html} />
        {earlier.length > 0 && (
          <section className="prose" aria-labelledby="earlier-versions">
            <h2 id="earlier-versions">Earlier versions</h2>
            <ul>
              {earlier.map((day) => (
                <li key={day}>
                  <Link to={pathOf(day)}>
                    Effective <Day day={day} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

/** A calendar day, the same in every time zone. */
function Day({ day }: { day: string }) {
  return <LongDate iso={`${day}T17:00:00Z`} />;
}
