import { useState } from "react";
import { paths, search } from "../../paths.ts";
import type { ArticleCard, GuideCard } from "../../shared/api.gen.ts";
import { Field } from "../../shared/form/fields.tsx";
import { useSite } from "../../shared/site.ts";
import { useRead } from "./calls.ts";
import { copy } from "./copy.ts";
import { RowButton } from "./parts/buttons.tsx";
import { Subheading } from "./parts/texts.tsx";
import { Find } from "./parts/toolbar.tsx";
import { usePlace } from "./place.ts";
import { recordDetailLook, recordTitleLook } from "./record-row.tsx";
import { type Campaign, shareLink } from "./share-link.ts";
import { Problem, Rows } from "./states.tsx";

const piecesShown = 50;
const fields = [
  { name: "source", label: "Source", hint: "Where you post the link, such as newsletter or facebook" },
  { name: "medium", label: "Medium", hint: "The type of channel, such as email, social or cpc" },
  { name: "campaign", label: "Campaign", hint: "What it’s for, such as spring-2027" },
  { name: "content", label: "Content", hint: "Tells two links apart (optional)" },
] as const;

/** Makes links to guides and articles with a campaign. Nothing is stored. */
export function ShareLinks() {
  const { place, go } = usePlace();
  const [campaign, setCampaign] = useState<Campaign>({ source: "", medium: "", campaign: "", content: "" });
  const query = search({ q: place.q, limit: piecesShown });
  const guides = useRead<GuideCard[]>(`/api/listicles${query}`);
  const articles = useRead<ArticleCard[]>(`/api/articles${query}`);
  const error = guides.error ?? articles.error;
  return (
    <section aria-label="Share links">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4 items-end mt-4 mb-6">
        {fields.map(({ name, label, hint }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            value={campaign[name]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setCampaign({ ...campaign, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <search>
        <Find label="Find" value={place.q} hint="Title, then Enter" onFind={(q) => go({ q: q || undefined })} />
      </search>
      {error ? (
        <Problem error={error} onRetry={guides.error ? guides.reload : articles.reload} />
      ) : !guides.data || !articles.data ? (
        <Rows />
      ) : (
        <>
          <Links title="Guides" campaign={campaign} pieces={guides.data} pathOf={paths.guide} />
          <Links title="Articles" campaign={campaign} pieces={articles.data} pathOf={paths.article} />
        </>
      )}
    </section>
  );
}

interface LinksProps {
  title: string;
  campaign: Campaign;
  pieces: { id: number; slug: string; title: string }[];
  pathOf: (slug: string) => string;
}

function Links({ title, campaign, pieces, pathOf }: LinksProps) {
  const { baseUrl } = useSite();
  return (
    <div className="mt-8">
      <Subheading>{title}</Subheading>
      {pieces.length === 0 && <p className="text-muted">No matches.</p>}
      <ul>
        {pieces.map((piece) => {
          const link = shareLink(baseUrl, pathOf(piece.slug), campaign);
          return (
            <li key={piece.id} className="flex items-center justify-between gap-4 border-t border-line py-2">
              <div className="min-w-0">
                <p className={recordTitleLook}>{piece.title}</p>
                <p className={recordDetailLook}>{link}</p>
              </div>
              <RowButton
                className="flex-none"
                aria-label={`Copy the link to ${piece.title}`}
                onClick={() => copy(link, "Link copied to clipboard!")}
              >
                Copy
              </RowButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
