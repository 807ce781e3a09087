import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { StaffLink } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { copy } from "../copy.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { Download } from "../download.tsx";
import type { Column } from "../kind.ts";
import { linkKind } from "../kinds/link.tsx";
import { RowButton, textButtonLook } from "../parts/buttons.tsx";
import { Secret } from "../parts/texts.tsx";
import { usePlace } from "../place.ts";
import { Records } from "../records.tsx";

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
        <Link to={adminPaths.reports({ by: "link", range: "90days" })} className={textButtonLook}>
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

/** A short link with its QR code and the long address it leads to, for copying. */
function LinkDialog({ link, onClose }: { link: StaffLink; onClose: () => void }) {
  const { baseUrl } = useSite();
  const address = baseUrl + paths.shortLink(link.code);
  const image = `${linkKind.path}/${link.id}/qr`;
  return (
    <Dialog title={link.name} onClose={onClose}>
      <Secret>{address}</Secret>
      <img
        src={image}
        alt={`QR code for ${address}`}
        className="block w-[min(100%,16rem)] aspect-square mt-4 mx-auto mb-0"
      />
      <details className="mt-4">
        <summary className="cursor-pointer">Long address</summary>
        <p className="field-hint mt-2">Share it where short links aren’t allowed. It counts for the same link.</p>
        <Secret>{baseUrl + link.target}</Secret>
      </details>
      <DialogFooter>
        <Download path={image} name={link.code} label="Download SVG" />
        <Button look="quiet" onClick={() => copy(address, "Link copied to clipboard!")}>
          Copy address
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
