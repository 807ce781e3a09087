import type { Question } from "../../shared/api.gen.ts";
import { ClaimBy } from "../../shared/offers/claim-by.tsx";
import { headline } from "../../shared/offers/headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferFoot, OfferPartner } from "../../shared/offers/offer-parts.tsx";
import { OfferTerms, termsOf } from "../../shared/offers/offer-terms.tsx";
import { Motif, Picture } from "../../shared/ui/picture.tsx";

/** The classes of what is beside the question. */
const aside = "lg:col-start-2 lg:row-span-4 lg:row-start-1";

/**
 * The case that a yes opens: what it pays, to whom, until when and on what proof. On a phone the answers stand between its
 * two parts.
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
      <div className="overflow-clip border-line bg-(--facts-ground) max-lg:mt-4 max-lg:border-y">
        <Picture src={question.targetImageUrl} className="aspect-5/2 w-full max-lg:hidden" />
        <ClaimBy deadline={question.targetDeadline} className="px-5 sm:px-8 lg:px-6" />
        <div className="px-5 pt-3 sm:px-8 lg:px-6 lg:pt-4.5">
          <OfferBand target={question.targetUrl} />
          <OfferPartner partner={question.targetPartner ?? ""} />
          <p className="card-title mt-1 text-subheading">{headline(question.targetTitle ?? "")}</p>
          <OfferFigure
            figure={question.targetFigure ?? ""}
            figureNote={question.targetFigureNote ?? ""}
            className="mt-4"
          />
          <Disclaimer text={question.targetDisclaimer} />
          <OfferTerms terms={terms.slice(0, 2)} className="mt-4 border-t" />
        </div>
      </div>
      <div className="order-1 px-5 pb-6 sm:px-8 lg:px-6">
        <OfferTerms terms={terms.slice(2)} className="border-y max-lg:last:border-b-0" />
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
