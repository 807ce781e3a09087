import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { paths, search } from "../../paths.ts";
import type { ArticleCard, NewsletterList } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled, withinList } from "../../shared/api.ts";
import { curly } from "../../shared/curly.ts";
import { Head } from "../../shared/head.tsx";
import { readPage } from "../../shared/params.ts";
import { OtherPages } from "../../shared/ui/other-pages.tsx";
import { Instead, readInstead } from "../../shared/ui/search.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { textLink } from "../../shared/ui/text-link.ts";
import { LongDate } from "../../shared/ui/time.tsx";

const perPage = 20;

export function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams, 999);
  const part = search({ limit: perPage, offset: (page - 1) * perPage });
  const api = context.get(apiContext);
  const list = withinList(api.get<NewsletterList>(`/api/newsletters${part}`), page, (data) => data.newsletters.length);
  return {
    list,
    instead: readInstead(
      api,
      list.then(({ data }) => data.total === 0),
    ),
  };
}

interface Data {
  list: Read<NewsletterList>;
  instead: Read<ArticleCard[]>;
}

/** The newsletters that were sent. */
export function Component() {
  const { list, instead } = useLoaderData<Data>();
  const [params] = useSearchParams();
  const page = readPage(params, 999);
  return (
    <>
      <Head
        title="Newsletter"
        description="Every newsletter we’ve sent, with practical ways to keep more of what you earn."
        page={page}
        path={paths.newsletters(page > 1 ? page : undefined)}
        feed={paths.newsletterFeed}
      />
      <section className="wrap section" aria-labelledby="newsletters">
        <h1 id="newsletters" className="display">
          Newsletter
        </h1>
        <p className="lead mt-4">Past issues of our weekly newsletter.</p>
        <Suspense key={page} fallback={<Wait />}>
          <Loaded {...{ list, instead, page }} />
        </Suspense>
      </section>
      <SubscribeCall />
    </>
  );
}

function Loaded({ list, instead, page }: Data & { page: number }) {
  const { newsletters, total } = settled(list).data;
  if (newsletters.length === 0)
    return (
      <>
        <p className="empty mt-8 max-w-[44rem]" role="status">
          Our first issue is on its way.
        </p>
        <Instead pieces={instead} />
      </>
    );
  return (
    <div className="max-w-[44rem]">
      <ul className="mt-10 grid">
        {newsletters.map(({ slug, subject, preheader, sentAt }) => (
          <li key={slug} className="border-t border-line py-6 wrap-anywhere">
            <p className="text-small text-muted">
              <LongDate iso={sentAt} />
            </p>
            <h2 className="heading">
              <Link to={paths.newsletter(slug)} className={textLink}>
                {curly(subject)}
              </Link>
            </h2>
            {preheader && <p className="mt-2 text-muted">{curly(preheader)}</p>}
          </li>
        ))}
      </ul>
      <OtherPages label="More newsletters" page={page} more={page * perPage < total} to={paths.newsletters} />
    </div>
  );
}

function Wait() {
  return (
    <div className="mt-10 grid max-w-[44rem]" role="status" aria-label="Loading newsletters">
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} className="h-16 w-full" />
      ))}
    </div>
  );
}
