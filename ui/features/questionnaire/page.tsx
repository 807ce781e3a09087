import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentPage, Question } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { MoreOffers, readOfferPages } from "../../shared/offers/more-offers.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { Disclaimer } from "../../shared/offers/offer-parts.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { partnerAddress } from "../../shared/offers/visitor.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMounted } from "../../shared/ui/time.tsx";
import { trackView } from "./calls.ts";
import { frame } from "./frame.ts";
import { Asked, Complete, Progress, Questionnaire } from "./questionnaire.tsx";

export { Asked, Complete, frame, Progress }; // for the gallery

interface Data {
  page: Read<ContentPage>;
  questions: Read<Question[]>;
  pages: Read<ContentPage[]>;
}

export function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  return {
    page: api.get<ContentPage>("/api/content/pages/settlements2"),
    questions: api.get<Question[]>("/api/coreg/settlements2/questions"),
    pages: readOfferPages(context),
  };
}

export function Component() {
  const { page, questions, pages } = useLoaderData<Data>();
  return (
    <div className="wrap section-offers">
      <Suspense fallback={<Skeleton className="mb-12 h-24 w-2/3" />}>
        <Header page={page} />
      </Suspense>
      <Suspense fallback={<div className={frame} />}>
        <Loaded questions={questions} />
      </Suspense>
      <MoreOffers pages={pages} />
      <AboutOffers order="Questions appear in a random order that changes every visit. Each one leads to a single case." />
    </div>
  );
}

function Header({ page }: { page: Read<ContentPage> }) {
  const { title, description, slug, isIndexed } = settled(page).data;
  return (
    <OffersHeader title={title} description={description} brief>
      <Head title={title} description={description} path={paths.content(slug)} noindex={!isIndexed} />
    </OffersHeader>
  );
}

/**
 * The shared HTML lists all questions, for visitors without JavaScript. The browser asks one at a time. ui/start.ts
 * chooses and shows the first one, long before the page's code has loaded.
 */
function Loaded({ questions }: { questions: Read<Question[]> }) {
  const { data } = settled(questions);
  const mounted = useMounted();
  useView(trackView);
  if (data.length === 0) {
    return (
      <div className="empty">
        <p>We have no questions right now. Check back soon.</p>
        <p className="mt-6">
          <Link to={paths.content("settlements")} className="button">
            See the settlements
          </Link>
        </p>
      </div>
    );
  }
  return mounted ? <Questionnaire questions={data} /> : <AllQuestions questions={data} />;
}

function AllQuestions({ questions }: { questions: Question[] }) {
  const visitor = useVisitor();
  return (
    <div className={frame}>
      <div className="contents [@media(scripting:none)]:hidden">
        <Progress done={0} of={questions.length} />
        {questions.map((question) => (
          <div
            key={question.id}
            data-one-of={question.id}
            className="hidden data-chosen:contents"
            suppressHydrationWarning
          >
            <Asked question={question} />
          </div>
        ))}
      </div>
      <ol className="col-span-full px-5 sm:px-8 [@media(scripting:enabled)]:hidden">
        {questions.map(({ id, question, targetUrl, targetTitle, targetCategory, targetDisclaimer }) => (
          <li key={id} className="border-b border-line py-6">
            <p className="card-title">{question}</p>
            <Disclaimer text={targetDisclaimer} />
            {targetUrl && targetTitle && (
              <p className="mt-3">
                <OfferLink
                  href={() => partnerAddress(targetUrl, visitor, { category: targetCategory })}
                  title={targetTitle}
                  onOpen={ignore}
                >
                  Yes
                </OfferLink>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="col-span-full px-5 py-6 sm:px-8 [@media(scripting:enabled)]:hidden">
        <Link to={paths.content("settlements")} className="button">
          Continue
        </Link>
      </p>
    </div>
  );
}

/** Without JavaScript, nothing is counted. */
function ignore() {}
