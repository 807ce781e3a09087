import type { Question } from "../../shared/api.gen.ts";
import { ClaimBy } from "../../shared/offers/claim-by.tsx";
import { headline } from "../../shared/offers/headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferFoot, OfferPartner } from "../../shared/offers/offer-parts.tsx";
import { OfferTerms, termsOf } from "../../shared/offers/offer-terms.tsx";
import { Motif, Picture } from "../../shared/ui/picture.tsx";

/** The classes of what is beside the question. */
const aside = "lg:col-start-2 lg:row-span-4 lg:row-start-1";

/** The case that a yes opens: what it pays, to whom, until when and on what proof. */
export function Case({ question }: { question: Question }) {
  if (!question.targetUrl) return <Scale />;
  const facts = {
    who: question.targetWho ?? "",
    minimum: question.targetMinimum ?? "",
    fee: question.targetFee ?? "",
    proof: question.targetProof ?? "",
    proofNeeded: question.targetProofNeeded ?? false,
  };
  return (
    <section
      className={`${aside} mt-4 border-y border-line bg-(--facts-ground) lg:m-0 lg:border-y-0 lg:border-l`}
      aria-label="The case"
    >
      <Picture src={question.targetImageUrl} className="aspect-5/2 w-full max-lg:hidden" />
      <ClaimBy deadline={question.targetDeadline} className="px-5 sm:px-8 lg:px-6" />
      <div className="px-5 pt-3 pb-3.5 sm:px-8 lg:px-6 lg:pt-4.5 lg:pb-6">
        <OfferBand target={question.targetUrl} />
        <OfferPartner partner={question.targetPartner ?? ""} />
        <p className="card-title mt-1 text-subheading">{headline(question.targetTitle ?? "")}</p>
        <OfferFigure
          figure={question.targetFigure ?? ""}
          figureNote={question.targetFigureNote ?? ""}
          className="mt-1.5 lg:mt-2.5"
        />
        <OfferTerms terms={termsOf(facts, "case")} className="mt-2.5 border-t lg:mt-4 lg:border-b" />
        <Disclaimer text={question.targetDisclaimer} />
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
