import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { type Site, SiteContext } from "../../shared/site.ts";
import { TextsStep } from "./texts-step.tsx";

test("the step says so while texts have not begun", () => {
  const html = (texts: boolean) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <SiteContext value={{ siteName: "Thriftwell", texts } as Site}>
          <TextsStep wording={{ version: "1", text: "I agree." }} send={async () => {}} onSkip={() => {}} />
        </SiteContext>
      </MemoryRouter>,
    );
  expect(html(false)).toContain("Deal alerts by text have not begun yet");
  expect(html(true)).not.toContain("not begun");
});
