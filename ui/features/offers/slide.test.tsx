import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Offer } from "../../shared/api.gen.ts";
import { type Site, SiteContext } from "../../shared/site.ts";
import { Slide } from "./slide.tsx";

const site = { timezone: "America/New_York" } as Site;
const offer: Partial<Offer> = {
  id: 7,
  title: "A plan",
  description: "For a month",
  type: "linkout",
  targetUrl: "https://p.example.com/",
};

const slide = (endsAt: string | null) =>
  renderToStaticMarkup(
    <SiteContext value={site}>
      <MemoryRouter>
        <Slide
          offer={{ ...offer, endsAt } as Offer}
          among={[]}
          first={false}
          opened={false}
          onTake={() => {}}
          onDecline={() => {}}
        />
      </MemoryRouter>
    </SiteContext>,
  );

test("a carousel offer can be added to the list only if it has an end date", () => {
  expect(slide("2099-03-04T12:00:00Z")).toMatch(/<button[^>]*>Add to my list<span class="sr-only"> A plan</);
  expect(slide(null)).not.toContain("Add to my list");
});
