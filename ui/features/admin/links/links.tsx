import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffLink } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { copy } from "../copy.ts";
import type { Column } from "../kind.ts";
import { linkKind } from "../kinds/link.tsx";
import { RowButton, textButtonLook } from "../parts/buttons.tsx";
import { usePlace } from "../place.ts";
import { Records } from "../records.tsx";
import { LinkDialog } from "./link-dialog.tsx";

/** The links that staff share, and what each brought. A page of the public leads here for a new link to itself. */
export function ShortLinks() {
  const { baseUrl } = useSite();
  const { place } = usePlace();
  const [shown, setShown] = useState<StaffLink | null>(null);
  const kind = useMemo(
    () => ({
      ...linkKind,
      fields: linkKind.fields.map((spec) => (spec.name === "path" ? { ...spec, initial: place.path } : spec)),
      columns: [...linkKind.columns, sharing(baseUrl, setShown)],
    }),
    [baseUrl, place.path],
  );
  return (
    <>
      <p className="field-hint mb-4">
        A short link leads to a page on this site and counts the visitors it brings. Figures cover the last 30 days. For
        other periods, see the{" "}
        <Link to={paths.adminReports({ by: "link", range: "90days" })} className={textButtonLook}>
          report by short link
        </Link>
        .
      </p>
      <Records kind={kind} mayEdit onSaved={(saved) => saved.version === 1 && setShown(saved)} />
      {shown && <LinkDialog link={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** How a link is taken along. */
function sharing(baseUrl: string, onShow: (link: StaffLink) => void): Column<StaffLink> {
  return {
    label: "Share",
    width: 12,
    value: (link) => (
      <span className="inline-flex flex-wrap gap-1 -ms-2.5" hidden={link.deletedAt !== null}>
        <RowButton
          aria-label={`Copy the address of ${link.name}`}
          onClick={() => copy(baseUrl + paths.shortLink(link.code), "Link copied to clipboard!")}
        >
          Copy
        </RowButton>
        <RowButton aria-label={`QR code for ${link.name}`} onClick={() => onShow(link)}>
          QR code
        </RowButton>
      </span>
    ),
  };
}
