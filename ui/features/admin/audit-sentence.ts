import { search } from "../../paths.ts";
import { type AdminPlace, adminPaths } from "../../shared/admin-paths.ts";
import type { AuditEntry, StaffText } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { differences } from "./audit-differences.ts";
import { capitalized } from "./kind.ts";
import { emailKind } from "./kinds/email.ts";
import { questionKind } from "./kinds/question.ts";
import { textKind } from "./kinds/text.ts";

/** An audit log entry as a sentence. The record's name, or if it has none, its kind, links to the record. */
export interface Sentence {
  who: string;
  did: string;
  /** The kind of record with its article. */
  what: string;
  name: string;
  to?: string;
  rest?: string;
}

/** Slugs of content pages by id. */
export type Pages = Map<unknown, string>;

/** What a record of a kind is called. */
type TitleOf = (record: never) => string;

/** Where records are listed and what each is called, by the ids of their kinds. */
export type Lists = Map<string, { to: string; titleOf: TitleOf }>;

interface Subject {
  /** With its article. */
  noun: string;
  titleOf?: TitleOf;
  to: (place: { edit?: string; bin?: string }, entry: AuditEntry, pages: Pages) => string | undefined;
}

const view = (name: string | undefined) => (place: AdminPlace) => adminPaths.content({ view: name, ...place });

/** Links to the records of a content page. */
function ofPage(list?: string): Subject["to"] {
  return (place, { before, after }, pages) => {
    const page = pages.get((after ?? before)?.pageId);
    return page ? adminPaths.content({ tab: "offers", page, list, ...place }) : undefined;
  };
}

const piece =
  (list: "articles" | "guides"): Subject["to"] =>
  ({ bin }, { subjectId }) =>
    bin ? adminPaths.pieces(list, { bin }) : adminPaths.piece(list, Number(subjectId));

/** Links to a record in its list. */
function inList(list: string | undefined): Subject["to"] {
  const [path, query] = list?.split("?") ?? [];
  return (place) => path && path + search({ ...Object.fromEntries(new URLSearchParams(query)), ...place });
}

const access = () => adminPaths.content({ view: "access" });

/** Subjects of the log, except kinds of records with a name and a list. */
const subjects: Record<string, Subject> = {
  article: { noun: "the article", to: piece("articles") },
  guide: { noun: "the guide", to: piece("guides") },
  "article preview link": { noun: "a preview link of the article", to: () => undefined },
  "guide preview link": { noun: "a preview link of the guide", to: () => undefined },
  picture: { noun: "the picture", to: ({ edit }) => adminPaths.pictures + (edit ? `?edit=${edit}` : "?bin=1") },
  page: { noun: "the page", to: view(undefined) },
  "content offer": { noun: "the offer", to: ofPage() },
  question: { noun: "the question", titleOf: questionKind.titleOf, to: ofPage("questions") },
  offer: { noun: "the carousel offer", to: view("carousel") },
  "static offer": { noun: "the hot offer", to: view("hot") },
  advertiser: { noun: "the advertiser", to: view("advertisers") },
  conversion: {
    noun: "the conversion",
    to: (_, { after }) => adminPaths.content({ view: "conversions", q: String(after?.name ?? "") }),
  },
  letter: {
    noun: "the campaign",
    titleOf: emailKind.titleOf,
    to: ({ bin }, { subjectId }) => (bin ? adminPaths.campaigns({ bin }) : adminPaths.campaign(Number(subjectId))),
  },
  text: {
    noun: "the text",
    titleOf: (text: StaffText) => shortened(textKind.titleOf(text) ?? ""),
    to: ({ bin }, { subjectId }) => (bin ? adminPaths.texts({ bin }) : adminPaths.text(Number(subjectId))),
  },
  link: { noun: "the short link", to: adminPaths.links },
  "order of offers": { noun: "the offer order of", to: () => undefined },
  user: { noun: "the account", to: access },
  invitation: { noun: "the invitation for", to: access },
  token: { noun: "the token of", to: access },
  revocation: { noun: "a revocation", to: access },
  subscriber: { noun: "a subscriber", to: () => adminPaths.subscribers },
  message: { noun: "a message", to: () => adminPaths.messages },
  "site settings": { noun: "the site settings", to: () => adminPaths.settings },
  "legal text": { noun: "the legal page", to: (_, { subjectId }) => adminPaths.legal({ page: subjectId }) },
  archive: { noun: "the articles and guides", to: () => adminPaths.archive },
  offers: { noun: "the offers in", to: () => adminPaths.offers() },
  call: { noun: "access to", to: () => undefined },
  keys: { noun: "personal data with the keys", to: () => undefined },
};

/** Kinds of records without a name. */
const unnamed = ["subscriber", "message", "revocation", "site settings"];

/** A sign-in with a disabled account. */
const isRefusedSignIn = ({ action, kind }: AuditEntry) => action === "refuse" && kind === "user";

/** Actions on the whole site, and sign-ins. */
const isWhole = (entry: AuditEntry) =>
  entry.action === "sign in" || isRefusedSignIn(entry) || (entry.action === "export" && entry.kind === "archive");

/** Length limit of a name, in characters. */
const maxName = 60;

/** Subscribers, with their number if known. */
function subscriberCount(added: unknown): string {
  return typeof added === "number" ? count(added, "subscriber") : "subscribers";
}

/** Subjects identified by name alone. */
const hasNameOnly = (entry: AuditEntry) =>
  ["sign in", "import"].includes(entry.action) ||
  isRefusedSignIn(entry) ||
  (entry.kind === "invitation" && entry.action === "create");

/** Describes an entry in a sentence. */
export function sentenceOf(entry: AuditEntry, pages: Pages, lists: Lists): Sentence {
  const { action, kind, subjectId, before, after } = entry;
  const list = lists.get(kind.replaceAll(" ", "-"));
  const { noun, titleOf, to } = subjects[kind] ?? { noun: `the ${kind}`, titleOf: list?.titleOf, to: inList(list?.to) };
  const many = kind === "subscriber" && subjectId === "list";
  const thing = after ?? before;
  const named = thing && (titleOf?.(thing as never) || thing.title || thing.name || thing.email);
  const name = unnamed.includes(kind) ? "" : String(named ?? subjectId);
  const place = action === "delete" ? { bin: "1" } : { edit: subjectId };
  const { verb, rest } = actOf(entry);
  return {
    who: actorOf(entry),
    did: verb,
    what: many ? subscriberCount(after?.added) : hasNameOnly(entry) ? "" : noun,
    name: isWhole(entry) ? "" : name,
    to: action === "sign in" || isRefusedSignIn(entry) ? undefined : to(place, entry, pages),
    rest,
  };
}

/** Truncates a text. */
function shortened(text: string): string {
  return text.length <= maxName ? text : `${text.slice(0, maxName).trimEnd()}…`;
}

/** Whether the entry is of a token from before the log recorded token owners. Its actor is then an unverified label. */
export const isLabeled = ({ via, userId, tokenId }: AuditEntry) => via === "token" && !userId && !tokenId;

/** The actor's name if the account still exists. */
function actorOf(entry: AuditEntry): string {
  const { actor, actorName } = entry;
  const others: Record<string, string> = {
    "command line": "The command line",
    schedule: "The scheduler",
    erased: "An erased user",
  };
  if (others[actor]) return others[actor];
  if (isLabeled(entry)) return "A token";
  return actorName || (/^(user|token) \d+$/.test(actor) ? capitalized(actor) : actor);
}

interface Act {
  verb: string;
  rest?: string;
}

type Change = ReturnType<typeof differences>[number];

const acts: Record<string, string> = {
  create: "added",
  delete: "deleted",
  mail: "resent the confirmation link to",
  erase: "erased",
  lift: "resumed email to",
  revoke: "revoked",
  test: "sent a test of",
  import: "imported",
  export: "exported",
  "sign in": "signed in",
  link: "made a sign-in link for",
  refuse: "was denied",
  rekey: "re-encrypted",
};

/** The verb of an entry. */
function actOf(entry: AuditEntry): Act {
  const { action, kind, before, after } = entry;
  if (kind === "revocation") return { verb: "recorded" };
  if (kind === "invitation" && action === "create") return { verb: "invited", rest: `as ${withArticle(after?.role)}` };
  if (kind === "token" && action === "create") return { verb: "created" };
  if ((kind === "letter" || kind === "text") && action === "create") return { verb: "drafted" };
  if (kind === "invitation" && action === "delete") return { verb: "withdrew" };
  if (kind === "legal text" && action === "delete") return { verb: "withdrew a version of" };
  if (kind === "invitation" && action === "mail") return { verb: "resent" };
  if (isRefusedSignIn(entry)) return { verb: "was denied sign-in" };
  if (kind.endsWith(" preview link")) return { verb: "stopped sharing" };
  if (action === "restore") return { verb: "restored", rest: "from the trash" };
  if (action === "sign out") return { verb: "signed", rest: "out everywhere" };
  if (action !== "update") return { verb: acts[action] ?? action };
  const changed = differences(before, after);
  const turn = statusVerb(kind, before?.status, after?.status);
  if (turn) return withOtherChanges({ verb: turn }, changed, moved);
  const answered = changed.find(({ field }) => field === "answered");
  if (answered) return withOtherChanges(oneChange(answered, after?.answered), changed, ["answered"]);
  if (kind === "claim" && changed.length === 2 && changed.every(({ field }) => looks.includes(field))) {
    return { verb: "checked the source of" };
  }
  const [only, second] = changed;
  if (!only) return { verb: "saved" };
  if (!second) return oneChange(only, after?.[only.field]);
  return { verb: `changed ${listed(changed)} of` };
}

/** An action, with other changed fields. */
function withOtherChanges(act: Act, changed: Change[], part: string[]): Act {
  const others = changed.filter(({ field }) => !part.includes(field));
  const also = others.length > 0 && `and changed ${listed(others)}`;
  return { verb: act.verb, rest: [act.rest, also].filter(Boolean).join(" ") || undefined };
}

/** Fields that change when a claim's source is checked. */
const looks = ["lookedAt", "lookAgainAt"];

/** Fields that change with the status. */
const moved = ["status", "publishAt", "scheduledAt", "sentAt", "trouble"];

/** The verb for a change of the status; undefined if it has none, or the status is the same. */
function statusVerb(kind: string, from: unknown, to: unknown): string | undefined {
  if (kind === "letter" || kind === "text") return sendingVerbs[`${from} ${to}`];
  if ((kind !== "article" && kind !== "guide") || !to || from === to) return undefined;
  return to === "draft" ? `un${from}` : String(to);
}

const sendingVerbs: Record<string, string> = {
  "draft scheduled": "scheduled",
  "scheduled draft": "unscheduled",
  "draft sending": "started sending",
  "scheduled sending": "started sending",
  "sending paused": "paused",
  "paused sending": "resumed sending",
  "sending sent": "finished sending",
  "sending cancelled": "canceled",
  "paused cancelled": "canceled",
};

/** A role with its article. */
export function withArticle(role: unknown): string {
  return `${/^[aei]/.test(String(role)) ? "an" : "a"} ${role}`;
}

/** Names a few fields, or gives their number. */
function listed(changed: { field: string }[]): string {
  if (changed.length > 3) return `${changed.length} fields`;
  const names = changed.map(({ field }) => `the ${wordsOf(field)}`);
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

function oneChange({ field, was, is }: Change, value: unknown): Act {
  switch (field) {
    case "isActive":
      return { verb: value ? "activated" : "deactivated" };
    case "answered":
      return value ? { verb: "marked", rest: "as answered" } : { verb: "reopened" };
    case "isFeatured":
      return { verb: value ? "featured" : "unfeatured" };
    case "isIndexed":
      return value ? { verb: "opened", rest: "to search engines" } : { verb: "hid", rest: "from search engines" };
    case "disabledAt":
      return { verb: value ? "disabled" : "enabled" };
    case "live":
      return { verb: "switched", rest: value ? "to the optimizer" : "to manual" };
    case "hold":
      return value ? { verb: "put", rest: "on hold" } : { verb: "took", rest: "off hold" };
    case "role":
    case "status":
      return { verb: `changed the ${field} of`, rest: `from ${was} to ${is}` };
  }
  return { verb: `changed the ${wordsOf(field)} of` };
}

/** Names of fields that differ from their key. */
const fieldWords: Record<string, string> = {
  url: "URL",
  ctaUrl: "button link",
  ctaText: "button text",
  imageUrl: "picture",
  imageAlt: "alt text",
  publishAt: "publish date",
  authorName: "author",
  firstArticle: "first article",
  isFeatured: "featured setting",
  isIndexed: "search engine setting",
  pauseWhenBroken: "broken link setting",
  proofNeeded: "proof requirement",
  scheduledAt: "send time",
  startsAt: "start",
  endsAt: "end",
  effective: "effective date",
  isActive: "active setting",
  items: "steps",
  reviewedAt: "review date",
  lookedAt: "date last checked",
  lookAgainAt: "next check date",
  isExample: "example setting",
  wordCount: "text",
};

/** A field's name in words, such as “daily cap” for dailyCap and “page” for pageId. */
export function wordsOf(field: string): string {
  return (
    fieldWords[field] ??
    field
      .replace(/Id$/, "")
      .replaceAll(/[.]|(?=[A-Z])/g, " ")
      .toLowerCase()
  );
}
