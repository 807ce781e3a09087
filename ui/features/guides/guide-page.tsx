import { useEffect, useLayoutEffect, useState } from "react";
import { Link, useLocation, useNavigationType } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide, GuideItem } from "../../shared/api.gen.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { keepGuide, noteKey, tickedKey } from "../../shared/my-list/guides.ts";
import { useKept } from "../../shared/my-list/kept.ts";
import { NoteField } from "../../shared/my-list/note-field.tsx";
import { useSite } from "../../shared/site.ts";
import { steps as stepList } from "../../shared/structured-data.ts";
import { ArticleCard } from "../../shared/ui/article-card.tsx";
import { Badges, CategoryBadge, FeaturedBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { GuideCard, Tags } from "../../shared/ui/guide-card.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { KeepReading, PieceColumns, PieceHead } from "../../shared/ui/piece.tsx";
import { PieceMeta } from "../../shared/ui/piece-meta.tsx";
import { AuthorCard, CorrectionNote, PieceClaims, Sources } from "../../shared/ui/piece-notes.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { ShareButton } from "../../shared/ui/share-button.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { inOrder, Steps, stepId } from "./steps.tsx";
import { useTicked } from "./ticked.ts";

export { Steps }; // for the gallery

/** Scrolls to the step in the URL. The router looks for it before the guide is rendered. */
function useStepOfAddress() {
  const { hash } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (hash && type !== "POP") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, type]);
}

/** A complete guide. A preview is not indexed by search engines. */
export function GuidePage({ guide, preview = false }: { guide: Guide; preview?: boolean }) {
  const site = useSite();
  const path = paths.guide(guide.slug);
  const steps = inOrder(guide.items);
  useStepOfAddress();
  const trail = [
    { name: "Guides", path: paths.guides },
    { name: categoryLabel(guide.category), path: paths.guidesBy({ category: guide.category }) },
  ];
  return (
    <>
      <PieceMeta
        piece={guide}
        path={path}
        description={guide.subtitle}
        published={guide.publishedAt}
        trail={trail}
        preview={preview}
        more={[
          stepList(
            site,
            path,
            steps.map((step) => ({ id: stepId(step), title: step.title })),
          ),
        ]}
      />
      <article>
        <PieceHead
          before={<Breadcrumbs trail={trail} />}
          intro={
            <>
              <Badges>
                <CategoryBadge category={guide.category} />
                {guide.featured && <FeaturedBadge />}
              </Badges>
              <h1 className="display mt-4">{curly(guide.title)}</h1>
              <p className="lead mt-5 max-w-[44ch]">{curly(guide.subtitle)}</p>
            </>
          }
          picture={
            <Picture
              src={guide.imageUrl}
              picture={guide.picture}
              sizes={sizes.half}
              first
              className="aspect-3/2 w-full rounded-small print:max-w-[9cm]"
            />
          }
        >
          <Byline
            author={guide.authorName}
            authorSlug={guide.authorSlug}
            example={guide.authorIsExample}
            publishedAt={guide.publishedAt}
            reviewedAt={guide.reviewedAt}
            minutes={guide.estimatedReadTime}
            more={[count(guide.items.length, "step")]}
          />
          <CorrectionNote correction={guide.correction} />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
            <Tags tags={guide.tags} />
            <ShareButton title={guide.title} text={guide.subtitle} path={path} />
          </div>
        </PieceHead>
        <PieceColumns>
          <StepContents slug={guide.slug} steps={steps} />
          <div className="max-w-[48rem] print:max-w-none">
            <Prose html={guide.introduction} />
            <Steps slug={guide.slug} steps={steps} />
            {!preview && <GuideNote guide={guide} />}
            {guide.conclusion && (
              <section aria-labelledby="conclusion" className="pt-[clamp(2.5rem,2rem+2vw,3.5rem)]">
                <h2 id="conclusion" className="heading mb-3">
                  The bottom line
                </h2>
                <Prose html={guide.conclusion} />
              </section>
            )}
            <PieceClaims claims={guide.claims} />
            <Sources sources={guide.sources} />
            <AuthorCard piece={guide} />
          </div>
        </PieceColumns>
      </article>
      <Related guide={guide} />
      <SubscribeCall />
    </>
  );
}

/** A guide's contents, with the current step and the steps checked off. */
function StepContents({ slug, steps }: { slug: string; steps: GuideItem[] }) {
  const { ticked } = useTicked(slug);
  const current = useCurrent(steps.map(stepId));
  const toc = steps.map((step) => ({
    id: stepId(step),
    title: curly(step.title),
    done: ticked.has(String(step.id)),
  }));
  return <Contents toc={toc} current={current} numbered />;
}

function Related({ guide }: { guide: Guide }) {
  if (guide.related.length + guide.relatedArticles.length === 0) return null;
  return (
    <KeepReading title="What to read next" more={{ to: paths.guides, label: "All guides" }}>
      {guide.related.map((card) => (
        <GuideCard key={card.id} guide={card} />
      ))}
      {guide.relatedArticles.map((card) => (
        <ArticleCard key={card.id} article={card} />
      ))}
    </KeepReading>
  );
}

/** The reader's note on a guide, and a link to the list with their progress. */
function GuideNote({ guide }: { guide: Guide }) {
  const { slug, title, items } = guide;
  const kept = useKept(
    () => `${localStorage.getItem(tickedKey(slug)) ?? ""}\n${localStorage.getItem(noteKey(slug)) ?? ""}`,
  );
  useEffect(() => {
    if (kept !== null)
      keepGuide(slug, { title, steps: inOrder(items).map(({ id, title }) => ({ id: String(id), title })) });
  }, [kept, slug, title, items]);
  return (
    <div className="noscript:hidden print:hidden mt-6">
      <NoteField slug={slug} title={title} />
      <p className="mt-2 text-small text-muted">
        Your checkmarks and notes stay in this browser. <Link to={paths.myList}>See my list</Link>
      </p>
    </div>
  );
}

/**
 * The last of the elements with these ids that was scrolled into the upper part of the screen; null before the first.
 */
function useCurrent(ids: string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");
  useEffect(() => {
    const elements = key.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const look = () =>
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top < innerHeight / 2)?.id ?? null);
    const observer = new IntersectionObserver(look, { rootMargin: "0px 0px -50% 0px" });
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [key]);
  return current;
}
