import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { type Site, SiteContext } from "../../shared/site.ts";
import { DetailsStep } from "./details-step.tsx";

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
