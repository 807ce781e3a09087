import { expect, test } from "vitest";
import type { AuditEntry } from "../../shared/api.gen.ts";
import { type Lists, sentenceOf } from "./audit-sentence.ts";
import { topicKind } from "./kinds/editorial.ts";

const entry = (of: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: 1, at: "2026-11-22T10:00:00Z", actor: "ada@x.example", actorName: "Ada Marsh", via: "session" },
  ...{
    action: "update",
    kind: "content offer",
    subjectId: "7",
    before: null,
    after: null,
    canRestore: true,
    network: "",
    userId: 1,
    tokenId: null,
    tokenName: "",
  },
  ...of,
});

const pages = new Map<unknown, string>([[3, "hot-offers"]]);
const titleOf = ({ code }: { code: string }) => code;
const lists: Lists = new Map([
  ["topic", { to: "/admin/topics", titleOf: topicKind.titleOf }],
  ["coupon", { to: "/admin/content?view=coupons", titleOf }],
]);

function said(of: Partial<AuditEntry>): string {
  const { who, did, what, name, rest } = sentenceOf(entry(of), pages, lists);
  return [who, did, what, name && `“${name}”`, rest].filter(Boolean).join(" ");
}

test("describes entries in sentences", () => {
  const offer = { title: "Save", url: "a", isActive: true, pageId: 3 };
  const cases: [Partial<AuditEntry>, string][] = [
    [{ action: "create", after: offer }, "Ada Marsh added the offer “Save”"],
    [{ kind: "topic", action: "create", after: { category: "insurance" } }, "Ada Marsh added the topic “Insurance”"],
    [{ kind: "coupon", action: "create", after: { code: "SAVE4" } }, "Ada Marsh added the coupon “SAVE4”"],
    [{ action: "sign in", kind: "user" }, "Ada Marsh signed in"],
    [{ action: "sign in", kind: "user", actor: "user 7", actorName: "" }, "User 7 signed in"],
    [
      { via: "token", userId: null, actorName: "", kind: "topic", action: "create", subjectId: "3" },
      "A token added the topic “3”",
    ],
    [{ action: "import", kind: "subscriber", subjectId: "list" }, "Ada Marsh imported subscribers"],
    [
      { action: "import", kind: "subscriber", subjectId: "list", after: { added: 40000, accepted: 40001, refused: 2 } },
      "Ada Marsh imported 40,000 subscribers",
    ],
    [{ action: "export", kind: "subscriber", subjectId: "list" }, "Ada Marsh exported subscribers"],
    [{ action: "lift", kind: "subscriber" }, "Ada Marsh resumed email to a subscriber"],
    [
      { action: "refuse", kind: "call", subjectId: "GET /api/admin/users" },
      "Ada Marsh was denied access to “GET /api/admin/users”",
    ],
    [
      { action: "rekey", kind: "keys", subjectId: "DATA_KEYS", actorName: "", actor: "command line" },
      "The command line re-encrypted personal data with the keys “DATA_KEYS”",
    ],
    [
      { before: { ...offer, title: "Old" }, after: { ...offer, version: 2 } },
      "Ada Marsh changed the title of the offer “Save”",
    ],
    [
      { before: offer, after: { ...offer, url: "b", dailyCap: 3 } },
      "Ada Marsh changed the URL and the daily cap of the offer “Save”",
    ],
    [{ before: offer, after: { ...offer, pageId: 4 } }, "Ada Marsh changed the page of the offer “Save”"],
    [{ before: offer, after: { ...offer, isActive: false } }, "Ada Marsh deactivated the offer “Save”"],
    [{ action: "delete", before: offer, actorName: "" }, "ada@x.example deleted the offer “Save”"],
    [
      { kind: "user", before: { email: "b@x", role: "editor" }, after: { email: "b@x", role: "admin" } },
      "Ada Marsh changed the role of the account “b@x” from editor to admin",
    ],
    [
      { kind: "invitation", action: "create", subjectId: "c@x", after: { role: "editor" } },
      "Ada Marsh invited “c@x” as an editor",
    ],
    [
      { kind: "invitation", action: "mail", subjectId: "c@x", after: { role: "editor" } },
      "Ada Marsh resent the invitation for “c@x”",
    ],
    [
      { kind: "user", action: "link", subjectId: "c@x", actor: "command line", via: "command" },
      "The command line made a sign-in link for the account “c@x”",
    ],
    [
      { kind: "message", before: { answered: false }, after: { answered: true } },
      "Ada Marsh marked a message as answered",
    ],
    [
      { kind: "archive", action: "import", after: { name: "ghost.json", counts: {} } },
      "Ada Marsh imported “ghost.json”",
    ],
    [
      { kind: "message", before: { answered: false }, after: { answered: true, note: "changed" } },
      "Ada Marsh marked a message as answered and changed the note",
    ],
    [{ kind: "message", before: { answered: true }, after: { answered: false } }, "Ada Marsh reopened a message"],
    [{ action: "refuse", kind: "user" }, "Ada Marsh was denied sign-in"],
    [
      { before: { ...offer, isFeatured: false }, after: { ...offer, isFeatured: true } },
      "Ada Marsh featured the offer “Save”",
    ],
    [
      { kind: "page", before: { title: "Deals", isIndexed: true }, after: { title: "Deals", isIndexed: false } },
      "Ada Marsh hid the page “Deals” from search engines",
    ],
    [
      { before: { ...offer, startsAt: null, endsAt: null }, after: { ...offer, startsAt: "x", endsAt: "y" } },
      "Ada Marsh changed the start and the end of the offer “Save”",
    ],
    [
      {
        kind: "letter",
        before: { subject: "Weekly", status: "paused" },
        after: { subject: "Weekly", status: "sending" },
      },
      "Ada Marsh resumed sending the campaign “Weekly”",
    ],
    [
      { kind: "text", action: "create", after: { body: "Four".repeat(16), status: "draft" } },
      `Ada Marsh drafted the text “${"Four".repeat(15)}…”`,
    ],
    [
      { kind: "letter", action: "test", after: { subject: "Weekly" } },
      "Ada Marsh sent a test of the campaign “Weekly”",
    ],
    [
      { kind: "text", before: { body: "Sale", status: "draft" }, after: { body: "Sale", status: "sending" } },
      "Ada Marsh started sending the text “Sale”",
    ],
    [
      {
        kind: "letter",
        before: { subject: "Weekly", status: "scheduled", scheduledAt: "x" },
        after: { subject: "Weekly", status: "draft", scheduledAt: null },
      },
      "Ada Marsh unscheduled the campaign “Weekly”",
    ],
    [
      { kind: "user", before: { email: "b@x", disabledAt: null }, after: { email: "b@x", disabledAt: "x" } },
      "Ada Marsh disabled the account “b@x”",
    ],
    [
      { kind: "user", action: "sign out", before: { email: "b@x" }, after: { email: "b@x" } },
      "Ada Marsh signed the account “b@x” out everywhere",
    ],
    [
      { actor: "schedule", actorName: "", kind: "letter", action: "create", after: { subject: "Weekly" } },
      "The scheduler drafted the campaign “Weekly”",
    ],
    [
      { kind: "token", action: "create", after: { email: "b@x", role: "editor" } },
      "Ada Marsh created the token of “b@x”",
    ],
    [
      {
        kind: "claim",
        before: { title: "Rent", lookedAt: null, lookAgainAt: "x" },
        after: { title: "Rent", lookedAt: "y", lookAgainAt: "z" },
      },
      "Ada Marsh checked the source of the claim “Rent”",
    ],
    [
      { kind: "page", action: "restore", after: { title: "Deals" } },
      "Ada Marsh restored the page “Deals” from the trash",
    ],
    [
      { kind: "article preview link", action: "delete", before: { title: "Save" } },
      "Ada Marsh stopped sharing a preview link of the article “Save”",
    ],
    [
      { kind: "order of offers", subjectId: "daily", before: { live: false }, after: { live: true } },
      "Ada Marsh switched the offer order of “daily” to the optimizer",
    ],
    [{ kind: "archive", action: "export", subjectId: "all" }, "Ada Marsh exported the articles and guides"],
    [
      {
        actor: "schedule",
        actorName: "",
        kind: "article",
        before: { title: "A", status: "scheduled" },
        after: { title: "A", status: "published" },
      },
      "The scheduler published the article “A”",
    ],
    [
      {
        kind: "guide",
        before: { title: "G", status: "draft", wordCount: 3, publishAt: null },
        after: { title: "G", status: "published", wordCount: 5, publishAt: "2026-11-22T10:00:00Z" },
      },
      "Ada Marsh published the guide “G” and changed the text",
    ],
    [
      {
        kind: "article",
        before: { title: "A", status: "published", wordCount: 3, revisedAt: null },
        after: { title: "A", status: "published", wordCount: 5, revisedAt: "x", correction: { text: "Five." } },
      },
      "Ada Marsh changed the text and the correction of the article “A”",
    ],
    [
      { kind: "legal text", action: "delete", subjectId: "privacy", before: { title: "privacy" } },
      "Ada Marsh withdrew a version of the legal page “privacy”",
    ],
    [
      { kind: "site settings", subjectId: "site", before: { "figures.tips": "1" }, after: { "figures.tips": "2" } },
      "Ada Marsh changed the figures tips of the site settings",
    ],
  ];
  for (const [of, sentence] of cases) expect(said(of)).toBe(sentence);
});

test("links the name to the record", () => {
  const to = (of: Partial<AuditEntry>) => sentenceOf(entry(of), pages, lists).to;
  expect(to({ after: { title: "Save", pageId: 3 } })).toBe("/admin/content?tab=offers&page=hot-offers&edit=7");
  expect(to({ kind: "guide", after: { title: "G" } })).toBe("/admin/guides/7");
  expect(to({ kind: "page", action: "delete", before: { title: "P" } })).toBe("/admin/content?bin=1");
  expect(to({ kind: "topic", after: { category: "insurance" } })).toBe("/admin/topics?edit=7");
  expect(to({ kind: "coupon", action: "delete", before: { code: "C" } })).toBe("/admin/content?view=coupons&bin=1");
  expect(to({ after: { title: "Of no page", pageId: 4 } })).toBeUndefined();
  expect(to({ kind: "of no list", after: {} })).toBeUndefined();
});
