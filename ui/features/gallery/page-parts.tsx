import { MoreOffers } from "../../shared/offers/more-offers.tsx";
import { Part } from "./part.tsx";
import { answered, article, guide, offerPage, plainArticle, settings, steps } from "./samples.ts";

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
