import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { Question } from "../../shared/api.gen.ts";
import { curly } from "../../shared/curly.ts";
import { headline } from "../../shared/offers/headline.tsx";
import { LegalNote } from "../../shared/offers/legal-note.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { Button } from "../../shared/ui/button.tsx";
import { trackAnswer, trackContinue } from "./calls.ts";
import { Case, Scale } from "./case.tsx";
import { frame, inset, heading as look } from "./frame.ts";
import { beginningWith, shuffled } from "./shuffled.ts";

interface Answer {
  questionId: number;
  answer: "yes" | "no";
}

/** Asks one question at a time, in random order. It is never rendered on the server. */
export function Questionnaire({ questions: inOrder }: { questions: Question[] }) {
  const [questions] = useState(() => beginningWith(chosen(), shuffled(inOrder, Math.random)));
  const [answers, setAnswers] = useState<Answer[]>([]);
  const question = questions[answers.length];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (answers.length > 0) heading.current?.focus();
  }, [answers.length]);

  const answer = (event: MouseEvent, given: Question, choice: Answer["answer"], clickId?: string) => {
    // The second click of a double click is not meant for the next question.
    if (event.detail > 1) return event.preventDefault();
    trackAnswer(choice, given, clickId);
    // The link must still be this question's when the browser follows it.
    setTimeout(() => setAnswers((before) => [...before, { questionId: given.id, answer: choice }]));
  };

  return (
    <section className={frame} aria-label="Questionnaire">
      <Progress done={answers.length} of={questions.length} />
      {question ? (
        <Asked key={question.id} question={question} heading={heading} onAnswer={answer} />
      ) : (
        <Complete questions={questions} answers={answers} heading={heading} />
      )}
    </section>
  );
}

/** The question that ui/start.ts has already shown, if the page was server-rendered. */
function chosen(): string | undefined {
  return document.querySelector<HTMLElement>("[data-chosen]")?.dataset.oneOf;
}

/** The progress. */
export function Progress({ done, of }: { done: number; of: number }) {
  const percent = Math.round((100 * done) / of);
  return (
    <p
      className={`${inset} flex items-center gap-5 pt-4 text-small lg:pt-6 font-semibold figures-tabular max-brief:flex-wrap`}
    >
      <span>{done < of ? `Question ${done + 1} of ${of}` : "Complete"}</span>
      <progress value={done} max={of} aria-hidden="true" />
      <span className="font-normal text-muted">{`${percent}%`}</span>
    </p>
  );
}

interface AskedProps {
  question: Question;
  heading?: React.RefObject<HTMLHeadingElement | null>;
  /** Without it, the answers only take up their room. */
  onAnswer?: (event: MouseEvent, question: Question, answer: Answer["answer"], clickId?: string) => void;
}

/** A question. Yes is a link to the case itself, so that no browser blocks it. */
export function Asked({ question, heading, onAnswer }: AskedProps) {
  const visitor = useVisitor();
  const target = question.targetUrl;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={`${inset} ${look} focus:outline-none`}>
        {headline(question.question)}
      </h2>
      <Case question={question} />
      <div className={`${inset} py-3 lg:row-start-4 lg:pt-10 ${onAnswer ? "" : "invisible"}`}>
        <p className="grid grid-cols-2 gap-2 *:min-h-16 *:px-3 *:text-[1.25rem] max-brief:grid-cols-1 sm:gap-3 lg:*:min-h-18">
          {target ? (
            <OfferLink
              href={hrefFor(target, { ...question, category: question.targetCategory }, visitor, { query: true })}
              title={question.targetTitle ?? question.question}
              note="Opens partner’s page"
              className="button-quiet"
              onOpen={(clickId, event) => onAnswer?.(event, question, "yes", clickId)}
            >
              Yes
            </OfferLink>
          ) : (
            <Button look="quiet" onClick={(event) => onAnswer?.(event, question, "yes")}>
              Yes
            </Button>
          )}
          <Button look="quiet" onClick={(event) => onAnswer?.(event, question, "no")}>
            No
          </Button>
        </p>
      </div>
      <Legal />
    </>
  );
}

/** The legal note below a question. */
function Legal() {
  return (
    <div className={`${inset} order-1 mt-auto pb-6 max-lg:pt-3 lg:row-start-6 lg:pb-8`}>
      <LegalNote className="border-t border-line pt-4 text-muted" />
    </div>
  );
}

interface CompleteProps {
  questions: Question[];
  answers: Answer[];
  heading: React.RefObject<HTMLHeadingElement | null>;
}

/** The answers, and where to go next. */
export function Complete({ questions, answers, heading }: CompleteProps) {
  const { query } = useVisitor();
  return (
    <>
      <Scale />
      <div className={`${inset} flex grow flex-col pb-6 lg:row-span-5`}>
        <h2 ref={heading} tabIndex={-1} className="heading py-5 focus:outline-none">
          Thank you. Here are your answers.
        </h2>
        <ol>
          {answers.map(({ questionId, answer }, i) => (
            <li
              key={questionId}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 border-t border-line py-3.5"
            >
              <span className="font-ui text-label uppercase col-span-full text-muted">Question {i + 1}</span>
              <span>{curly(questions[i]?.question ?? "")}</span>
              <strong className={answer === "no" ? "font-medium text-muted" : undefined}>
                {answer === "yes" ? "Yes" : "No"}
              </strong>
            </li>
          ))}
        </ol>
        <p className="mt-auto flex flex-wrap gap-3 border-t border-line pt-6 [&_.button]:min-h-13 [&_.button]:min-w-[min(100%,9rem)] [&_.button]:text-[1.125rem] max-sm:[&_.button]:flex-1 max-sm:[&_.button]:px-3">
          <Link
            to={{ pathname: paths.content("settlements"), search: query }}
            className="button"
            onClick={() => trackContinue()}
          >
            Continue
          </Link>
        </p>
      </div>
    </>
  );
}
