import { Button } from "../../shared/ui/button.tsx";
import { Part } from "./part.tsx";

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
