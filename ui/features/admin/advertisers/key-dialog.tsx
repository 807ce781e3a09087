import type { AdvertiserWithKey } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { copy } from "../copy.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { Secret } from "../parts/texts.tsx";

/** An advertiser's key, shown once, in the postback address for its network. */
export function KeyDialog({ advertiser, onClose }: { advertiser: AdvertiserWithKey; onClose: () => void }) {
  const { name, postbackKey, postbackAddress } = advertiser;
  return (
    <Dialog wide title="Copy the postback address now" onClose={onClose}>
      <p>
        You won’t see this key again. Give {name} the address as its postback URL, and add our {"{clickid}"} to the
        links to its offers. The network fills in the names in braces; change any it calls something else.
      </p>
      <Secret>{postbackAddress}</Secret>
      <DialogFooter>
        <Button look="quiet" onClick={() => copy(postbackKey, "Key copied")}>
          Copy key
        </Button>
        <Button look="quiet" onClick={() => copy(postbackAddress, "Address copied")}>
          Copy address
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
