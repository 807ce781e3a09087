import { type ReactNode, Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useParams, useSearchParams } from "react-router";
import { paths, search } from "../../paths.ts";
import type { Author } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled, withinList } from "../../shared/api.ts";
import { authorPiecesPerPage } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { Head } from "../../shared/head.tsx";
import { readPage } from "../../shared/params.ts";
import { useSite } from "../../shared/site.ts";
import { publisherId } from "../../shared/structured-data.ts";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { ExampleBadge } from "../../shared/ui/badge.tsx";
import { Cards } from "../../shared/ui/cards.tsx";
import { GuideCard } from "../../shared/ui/guide-card.tsx";
import { OtherPages } from "../../shared/ui/other-pages.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams, 999);
  const part = search({ limit: authorPiecesPerPage, offset: (page - 1) * authorPiecesPerPage });
  const author = context.get(apiContext).get<Author>(`/api/authors/${encodeURIComponent(params.slug ?? "")}${part}`);
  return { author: withinList(author, page, ({ articles, guides }) => articles.length + guides.length) };
}

/** An author, and what they wrote. */
export function Component() {
  const { author } = useLoaderData<{ author: Read<Author> }>();
  const { slug = "" } = useParams();
  const [searchParams] = useSearchParams();
  const page = readPage(searchParams, 999);
  return (
    <Suspense key={`${slug} ${page}`} fallback={<Wait path={paths.author(slug)} />}>
      <LoadedAuthor author={author} page={page} />
    </Suspense>
  );
}

function LoadedAuthor({ author: read, page }: { author: Read<Author>; page: number }) {
  const { data: author } = settled(read);
  const { name, bio, credentials, guides, articles } = author;
  const first = name.replace(/ .*/, "");
  return (
    <>
      <AuthorHead author={author} page={page} />
      <header className="wrap grid grid-cols-[minmax(0,1fr)] items-center gap-x-[clamp(2rem,4vw,3.5rem)] gap-y-6 pt-[clamp(2rem,1rem+3vw,4rem)] md:grid-cols-[12rem_minmax(0,44rem)]">
        {author.imageUrl && (
          <Picture
            src={author.imageUrl}
            alt={`Portrait of ${name}`}
            picture={author.picture}
            sizes={sizes.small}
            first
            className="aspect-square w-36 rounded-full md:w-48"
          />
        )}
        <div>
          <h1 className="display">{name}</h1>
          {author.isExample && (
            <p className="mt-2">
              <ExampleBadge />
            </p>
          )}
          {credentials && <p className="mt-3 text-muted">{curly(credentials)}</p>}
          {bio && <p className="lead mt-4">{curly(bio)}</p>}
        </div>
      </header>
      {guides.length > 0 && (
        <Written id="guides" title={`Guides by ${first}`}>
          {guides.map((card) => (
            <GuideCard key={card.id} guide={card} />
          ))}
        </Written>
      )}
      {articles.length > 0 && (
        <Written id="articles" title={`Articles by ${first}`}>
          {articles.map((card) => (
            <ArticleCard key={card.id} article={card} />
          ))}
        </Written>
      )}
      <OtherPages
        label="More by this author"
        className="wrap"
        page={page}
        more={page * authorPiecesPerPage < Math.max(author.articleCount, author.guideCount)}
        to={(page) => paths.author(author.slug, page)}
      />
      <SubscribeCall />
    </>
  );
}

function Written({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="wrap section" aria-labelledby={id}>
      <h2 id={id} className="heading mb-7 border-t-4 border-double border-rule pt-3">
        {title}
      </h2>
      <Cards whole>{children}</Cards>
    </section>
  );
}

function AuthorHead({ author, page }: { author: Author; page: number }) {
  const site = useSite();
  const { baseUrl, siteName } = site;
  const { name, bio, credentials, imageUrl, slug } = author;
  const path = paths.author(slug);
  return (
    <Head
      title={name}
      description={bio || `Articles and guides by ${name} on ${siteName}.`}
      page={page}
      path={paths.author(slug, page > 1 ? page : undefined)}
      image={imageUrl}
      feed={author.articleCount + author.guideCount > 0 ? paths.authorFeed(slug) : undefined}
      jsonLd={[
        {
          "@type": "Person",
          name,
          description: bio,
          jobTitle: credentials || undefined,
          url: baseUrl + path,
          image: imageUrl ? baseUrl + imageUrl : undefined,
          worksFor: { "@id": publisherId(site) },
        },
      ]}
    />
  );
}

function Wait({ path }: { path: string }) {
  return (
    <>
      <Head title="Loading…" description="" path={path} />
      <div className="wrap section">
        <CardSkeletons count={3} label="Loading author" />
      </div>
    </>
  );
}
