import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { type Site, SiteContext } from "../../shared/site.ts";
import { DetailsStep, TextsStep } from "./steps.tsx";
import { ConsentText } from "./texts.tsx";

const html = renderToStaticMarkup(
  <SiteContext value={{ timezone: "America/New_York" } as Site}>
    <MemoryRouter>
      <DetailsStep values={{}} onInput={() => {}} onBack={() => {}} send={async () => {}} />
    </MemoryRouter>
  </SiteContext>,
);

test("browsers don't autofill only the street into the one-line address", () => {
  const [address] = html.match(/<input[^>]*name="address"[^>]*>/) ?? [];
  expect(address).toContain(`autoComplete="off"`);
});

test("the consent shows links and has the stored wording", () => {
  const links = [
    { words: "terms", path: "/terms" },
    { words: "privacy policy", path: "/privacy" },
  ];
  const html = renderToStaticMarkup(
    <ConsentText wording={{ version: "1", text: "Our terms and privacy policy apply.", links }} />,
  );
  expect(html).toContain('<a href="/terms" target="_blank" rel="noopener" class="underline">terms</a> and <a');
  expect(html.replace(/<[^>]+>/g, "")).toBe("Our terms and privacy policy apply.");
});

test("the step says that texts have not started yet", () => {
  const html = (texts: boolean) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <SiteContext value={{ siteName: "Thriftwell", texts } as Site}>
          <TextsStep wording={{ version: "1", text: "I agree." }} send={async () => {}} onSkip={() => {}} />
        </SiteContext>
      </MemoryRouter>,
    );
  expect(html(false)).toContain("We haven’t started text alerts yet");
  expect(html(true)).not.toContain("started text alerts");
});
