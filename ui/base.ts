// What every page shares, as one file: scripts/build.mjs has each page import this. Left alone, esbuild makes a file of
// every set of modules that the same pages import, dozens of small ones, which compress badly. Named here are, beside what
// stands around every page, the parts that most pages to read or browse have.
import "react-dom/client";
import "./routes.tsx";
import "./shared/canonical.ts";
import "./shared/my-list/checklists.ts";
import "./shared/my-list/guides.ts";
import "./shared/my-list/note-field.tsx";
import "./shared/views.ts";
import "./shared/ui/article-card.tsx";
import "./shared/ui/badge.tsx";
import "./shared/ui/breadcrumbs.tsx";
import "./shared/ui/byline.tsx";
import "./shared/ui/cards.tsx";
import "./shared/ui/contents.tsx";
import "./shared/ui/guide-card.tsx";
import "./shared/ui/piece-meta.tsx";
import "./shared/ui/piece-notes.tsx";
import "./shared/ui/piece-route.tsx";
import "./shared/ui/piece-skeleton.tsx";
import "./shared/ui/piece.tsx";
import "./shared/ui/prose.tsx";
import "./shared/ui/share-button.tsx";
import "./shared/ui/subscribe-call.tsx";
import "./shared/ui/text-link.ts";
import "./shared/ui/time.tsx";
