import type { Question } from "../../shared/api.gen.ts";
import { ClaimBy } from "../../shared/offers/claim-by.tsx";
import { headline } from "../../shared/offers/headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferFoot, OfferPartner } from "../../shared/offers/offer-parts.tsx";
import { OfferTerms, termsOf } from "../../shared/offers/offer-terms.tsx";
import { Motif, Picture } from "../../shared/ui/picture.tsx";

/** The classes of what is beside the question. */
const aside = "lg:col-start-2 lg:row-span-6 lg:row-start-1";

/**
 * The case that a yes opens: what it pays, to whom, until when and on what proof. On a phone the answers stand between it
 * and when it was checked.
 */
export function Case({ question }: { question: Question }) {
  if (!question.targetUrl) return <Scale />;
  const facts = {
    who: question.targetWho ?? "",
    minimum: question.targetMinimum ?? "",
    fee: question.targetFee ?? "",
    proof: question.targetProof ?? "",
    proofNeeded: question.targetProofNeeded ?? false,
  };
  const terms = termsOf(facts, "case");
  return (
    <section
      className={`${aside} overflow-clip border-line bg-(--facts-ground) max-lg:contents lg:border-l`}
      aria-label="The case"
    >
      <div className="overflow-clip border-line bg-(--facts-ground) max-lg:mt-3 max-lg:border-y">
        <Picture src={question.targetImageUrl} className="aspect-2/1 w-full max-lg:hidden" />
        <ClaimBy deadline={question.targetDeadline} className="px-5 sm:px-8 lg:px-6" />
        <div className="px-5 pt-3 sm:px-8 lg:px-6 lg:pt-4.5">
          <OfferBand target={question.targetUrl} />
          <div className="flex flex-wrap items-baseline gap-x-3">
            <OfferPartner partner={question.targetPartner ?? ""} />
            <p className="card-title max-lg:text-[1.125rem]">{headline(question.targetTitle ?? "")}</p>
          </div>
          <OfferFigure
            figure={question.targetFigure ?? ""}
            figureNote={question.targetFigureNote ?? ""}
            className="mt-2 flex flex-wrap items-baseline gap-x-3 lg:mt-3"
          />
          <Disclaimer text={question.targetDisclaimer} />
          <OfferTerms terms={terms} className="mt-2 border-t lg:mt-4 max-lg:*:min-h-8 max-lg:*:py-1" />
        </div>
      </div>
      <div className="order-1 px-5 sm:px-8 lg:border-t lg:border-(--facts-line) lg:mx-6 lg:px-0 lg:pb-6">
        <OfferFoot checkedAt={question.targetCheckedAt} />
      </div>
    </section>
  );
}

/** Beside what leads to no case. */
export function Scale() {
  return (
    <div className={`${aside} grid content-center bg-sunken p-8 max-lg:hidden`}>
      <Motif name="scale" className="aspect-4/3 w-full" />
    </div>
  );
}
