import { paths } from "../../paths.ts";
import { sumOf } from "../../shared/my-list/savings.ts";
import type { Site } from "../../shared/site.ts";
import type { MyList } from "./use-my-list.ts";
import { dayInWords, dollars, doneOf, inDays, progressOf, whatEnds } from "./words.ts";

/** The list as plain text, to email or paste into a note. */
export function asText(list: MyList, today: string, { siteName, baseUrl }: Pick<Site, "siteName" | "baseUrl">): string {
  const box = (done: boolean) => (done ? "[x]" : "[ ]");
  const deadlines = list.deadlines.map((deadline) =>
    lines(
      `${box(deadline.done)} ${dayInWords(deadline.day)} (${inDays(deadline.day, today).toLowerCase()}): ${deadline.title}`,
      `    ${[whatEnds(deadline, today), deadline.partner].filter(Boolean).join(", ")}`,
      deadline.proof && `    Proof needed: ${deadline.proof}`,
      `    ${baseUrl}${deadline.path}`,
    ),
  );
  const guides = list.guides.map((guide) =>
    lines(
      `${guide.title}: ${progressOf(guide)}`,
      ...guide.steps.map(({ id, title }) => `    ${box(guide.ticked.includes(id))} ${title}`),
      guide.note && `    My note: ${guide.note.trim().replaceAll("\n", "\n    ")}`,
      `    ${baseUrl}${paths.guide(guide.slug)}`,
    ),
  );
  const checklists = list.checklists.map((checklist) =>
    lines(
      `${checklist.title}: ${doneOf(checklist)}`,
      ...checklist.items.map(({ words, done }) => `    ${box(done)} ${words}`),
      `    ${baseUrl}${checklist.path}`,
    ),
  );
  const sum = sumOf(list.savings);
  const savings = list.savings.map(({ title, path, yearly, once }) =>
    lines(
      `${title}: ${[yearly !== null && `${dollars(yearly)} a year`, once !== null && `${dollars(once)} once`].filter(Boolean).join(", ")}`,
      `    ${baseUrl}${path}`,
    ),
  );
  if (savings.length > 0)
    savings.push(
      `In the first year: ${dollars(sum.yearly + sum.once)}. Each year after: ${dollars(sum.yearly)}, as long as nothing changes.`,
    );
  return `${[
    `My list from ${siteName}, ${dayInWords(today)}`,
    ...part("MY DEADLINES", deadlines),
    ...part("MY GUIDES", guides),
    ...part("MY CHECKLISTS", checklists),
    ...part("A YEAR OF SAVINGS", savings),
  ].join("\n\n")}\n`;
}

function part(title: string, entries: string[]): string[] {
  return entries.length === 0 ? [] : [title, ...entries];
}

function lines(...given: (string | false)[]): string {
  return given.filter(Boolean).join("\n");
}
