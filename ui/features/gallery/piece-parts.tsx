import { AuthorCard } from "../../shared/ui/author-card.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { CorrectionNote } from "../../shared/ui/correction-note.tsx";
import { MethodNote } from "../../shared/ui/method-note.tsx";
import { PieceClaims } from "../../shared/ui/piece-claims.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { Sources } from "../../shared/ui/sources.tsx";
import { numbers } from "./numbers-sample.ts";
import { Part } from "./part.tsx";
import { author, claims } from "./samples.ts";

/** What pieces are made of. */
export function PieceParts() {
  return (
    <>
      <Part title="Where one is">
        <Breadcrumbs trail={[{ name: "Articles", path: "/articles" }]} />
        <Contents toc={toc} current="second" numbered />
      </Part>
      <Part title="A text">
        <Prose html={text} />
      </Part>
      <Part title="Numbers">
        <Prose html={numbers} />
      </Part>
      <Part title="Below a text">
        <CorrectionNote correction={{ text: "The fee was $12, not $10.", at: "2026-11-10T12:00:00Z" }} />
        <MethodNote avgSavings="$288/year" assumption="$1,740 policy, same coverage" />
        <PieceClaims claims={claims} />
        <Sources sources={[{ title: "A source", url: "https://www.fdic.gov/", lookedAt: "2026-11-02" }]} />
        <AuthorCard piece={author} />
        <AuthorCard piece={{ ...author, authorIsExample: false, authorImageUrl: "/images/authors/maya-ortega.svg" }} />
      </Part>
    </>
  );
}

const toc = [
  { id: "first", title: "A step that is done", done: true },
  { id: "second", title: "The step one is at" },
  { id: "third", title: "A step to come" },
  { id: "fourth", title: "Another" },
];

/** As the server makes it (server/platform/markdown). */
const text = `
<h2>A heading</h2>
<p>A sentence with a <a href="/articles">link</a>, <strong>stress</strong> and <code>code</code>.</p>
<blockquote><p>A quote from someone.</p></blockquote>
<aside class="callout" data-kind="tip"><p class="callout-title">Tip</p><p>What makes it easier.</p></aside>
<aside class="callout" data-kind="warning"><p class="callout-title">Careful</p><p>What goes wrong.</p></aside>
<aside class="callout" data-kind="script"><p class="callout-title">What to say</p><p>“Can you match it?”</p></aside>
<ul class="checklist"><li><label><input type="checkbox" autocomplete="off"> Something to do</label></li><li><label><input type="checkbox" autocomplete="off"> Something else to do</label></li></ul>
<ol><li>First</li><li>Second</li></ol>
<table><thead><tr><th>Line</th><th class="align-right">A year</th></tr></thead>
<tbody><tr><td>Fees</td><td class="align-right">$144.00</td></tr><tr><td>Interest</td><td class="align-right">$9.50</td></tr></tbody></table>`;
