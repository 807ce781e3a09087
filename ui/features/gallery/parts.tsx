import type { ReactNode } from "react";
import { MoreOffers } from "../../shared/offers/more-offers.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { AuthorCard, CorrectionNote, MethodNote, PieceClaims, Sources } from "../../shared/ui/piece-notes.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { numbers } from "./numbers-sample.ts";
import { answered, article, author, claims, guide, offerPage, plainArticle, settings, steps } from "./samples.ts";

/** A group of the gallery. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-12 grid grid-cols-1 gap-6 border-t border-line pt-4" aria-label={title}>
      <h2 className="font-ui text-label uppercase">{title}</h2>
      {children}
    </section>
  );
}

// Parts of a page come from its own file, so that the bundler does not cut it up for this page's sake.
const { DetailsStep, Done, EmailStep, Frame, TextsStep } = await import("../subscribers/wizard.tsx");

const wording = { version: "1", text: "I agree to get the newsletter by email, once a week. I can leave at any time." };
const texts = {
  version: "1",
  text: "I agree to calls and texts, also by automated technology. Message rates may apply.",
};
const values = { firstName: "Kim", lastName: "Lee" };

/** The signup, step by step. */
export function FormParts() {
  return (
    <Part title="Signup sheet">
      <Frame step={1} confirm={false}>
        <EmailStep
          wording={wording}
          latest={undefined}
          values={{ email: "kim@example.com" }}
          onInput={ignore}
          onDone={ignore}
        />
      </Frame>
      <Frame step={2} confirm={false}>
        <DetailsStep values={values} onInput={ignore} onBack={ignore} send={send} />
      </Frame>
      <Frame step={3} confirm={false}>
        <TextsStep wording={texts} send={send} onSkip={ignore} />
      </Frame>
      <Frame step={4} confirm={false}>
        <Done confirm={false} texts="#texts" answered={false} />
      </Frame>
      <Frame step={4} confirm>
        <Done confirm texts={null} answered />
      </Frame>
      <p className="form-problem" role="note">
        We’re busy right now. Nothing was lost. Try again in a moment.
      </p>
      <p className="form-act">
        <Button aria-disabled>Creating Account...</Button>
        <Button look="quiet">Back</Button>
      </p>
    </Part>
  );
}

/** Nothing of the gallery is sent. */
async function send() {}

function ignore() {}

// As in form-parts.tsx.
const { Figures, GuideIndex, Hero, Latest, Stories, Values } = await import("../home/page.tsx");
const { Steps } = await import("../guides/guide-page.tsx");

/** What single pages are made of: the front page, a guide, the foot of the pages of offers. */
export function PageParts() {
  return (
    <>
      <Part title="The front page">
        <Hero />
        <Stories articles={answered([article, plainArticle, { ...article, id: 3 }])} />
        <Latest articles={answered([article, plainArticle])} featured={answered([])} />
        <Figures settings={answered(settings)} />
        <GuideIndex guides={answered([guide, { ...guide, id: 2, slug: "another" }])} />
        <Values settings={answered(settings)} />
      </Part>
      <Part title="The steps of a guide">
        <div>
          <Steps slug="gallery" steps={steps} />
        </div>
      </Part>
      <Part title="More offers">
        <MoreOffers pages={answered([offerPage])} />
      </Part>
    </>
  );
}

/** What pieces are made of. */
export function PieceParts() {
  return (
    <>
      <Part title="Where one is">
        <Breadcrumbs trail={[{ name: "Articles", path: "/articles" }]} />
        <Contents toc={toc} current="second" numbered />
      </Part>
      <Part title="A text">
        <Prose html={text} />
      </Part>
      <Part title="Numbers">
        <Prose html={numbers} />
      </Part>
      <Part title="Below a text">
        <CorrectionNote correction={{ text: "The fee was $12, not $10.", at: "2026-11-10T12:00:00Z" }} />
        <MethodNote avgSavings="$288/year" assumption="$1,740 policy, same coverage" />
        <PieceClaims claims={claims} />
        <Sources sources={[{ title: "A source", url: "https://www.fdic.gov/", lookedAt: "2026-11-02" }]} />
        <AuthorCard piece={author} />
        <AuthorCard piece={{ ...author, authorIsExample: false, authorImageUrl: "/images/authors/maya-ortega.svg" }} />
      </Part>
    </>
  );
}

const toc = [
  { id: "first", title: "A step that is done", done: true },
  { id: "second", title: "The step one is at" },
  { id: "third", title: "A step to come" },
  { id: "fourth", title: "Another" },
];

/** As the server makes it (server/platform/markdown). */
const text = `
<h2>A heading</h2>
<p>A sentence with a <a href="/articles">link</a>, <strong>stress</strong> and <code>code</code>.</p>
<blockquote><p>A quote from someone.</p></blockquote>
<aside class="callout" data-kind="tip"><p class="callout-title">Tip</p><p>What makes it easier.</p></aside>
<aside class="callout" data-kind="warning"><p class="callout-title">Careful</p><p>What goes wrong.</p></aside>
<aside class="callout" data-kind="script"><p class="callout-title">What to say</p><p>“Can you match it?”</p></aside>
<ul class="checklist"><li><label><input type="checkbox" autocomplete="off"> Something to do</label></li><li><label><input type="checkbox" autocomplete="off"> Something else to do</label></li></ul>
<ol><li>First</li><li>Second</li></ol>
<table><thead><tr><th>Line</th><th class="align-right">A year</th></tr></thead>
<tbody><tr><td>Fees</td><td class="align-right">$144.00</td></tr><tr><td>Interest</td><td class="align-right">$9.50</td></tr></tbody></table>`;
