import { paths } from "../../../paths.ts";
import type { StaffLink } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { copy } from "../copy.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { Download } from "../download.tsx";
import { linkKind } from "../kinds/link.tsx";
import { Secret } from "../parts/texts.tsx";

/** A short link with its QR code and the long address it leads to, for copying. */
export function LinkDialog({ link, onClose }: { link: StaffLink; onClose: () => void }) {
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
