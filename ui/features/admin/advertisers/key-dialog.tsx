import type { AdvertiserWithKey } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { copy } from "../copy.ts";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { Secret } from "../parts/texts.tsx";

/** The key of an advertiser, this once, in the address that its network is given. */
export function KeyDialog({ advertiser, onClose }: { advertiser: AdvertiserWithKey; onClose: () => void }) {
  const { name, postbackKey, postbackAddress } = advertiser;
  return (
    <Dialog wide title="Copy the postback address now" onClose={onClose}>
      <p>
        Its key is not shown again. Give the address to {name} as the postback, and put our {"{clickid}"} into the links
        to its offers. What stands in braces, the network fills in; change those that it calls otherwise.
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
