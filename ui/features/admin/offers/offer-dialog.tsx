import { useEffect } from "react";
import type { AnyOffer } from "../../../shared/api.gen.ts";
import { failed, useRead } from "../calls.ts";
import type { Item, Kind } from "../kind.ts";
import { carouselOfferKind } from "../kinds/carousel-offer.ts";
import { contentOfferKind } from "../kinds/content-offer.ts";
import { dailyOfferKind } from "../kinds/daily-offer.ts";
import { staticOfferKind } from "../kinds/static-offer.ts";
import { RecordDialog } from "../record-dialog.tsx";

interface OfferDialogProps {
  /** As the list names it, or the placement of a new one. */
  id: string;
  /** With the id and the status of what was saved. */
  onSaved?: (id: string, isActive: boolean) => void;
  onDuplicate?: (offer: { id: string; title: string }) => void;
  onClose: () => void;
}

/** Adds or edits an offer of any kind, in the form of its own. */
export function OfferDialog(props: OfferDialogProps) {
  const [kind = ""] = props.id.split(/[:-]/);
  const Shown = isKind(kind) ? dialogs[kind] : null;
  return Shown && <Shown {...props} />;
}

const dialogs = {
  carousel: dialogOf("carousel", carouselOfferKind),
  content: dialogOf("content", contentOfferKind),
  daily: dialogOf("daily", dailyOfferKind),
  static: dialogOf("static", staticOfferKind),
};

function isKind(name: string): name is AnyOffer["kind"] {
  return Object.hasOwn(dialogs, name);
}

function dialogOf<T extends Item & { pageId?: number }>(name: AnyOffer["kind"], kind: Kind<T>) {
  return function OfferOfKind({ id, onSaved, onDuplicate, onClose }: OfferDialogProps) {
    const [, number] = id.split(":");
    const { data: item, error } = useRead<T>(number ? `/api/admin/all-offers/${id}` : null);
    useEffect(() => {
      if (!error) return;
      failed(error, "We couldn’t open this offer. Try again.");
      onClose();
    }, [error, onClose]);
    if (number && !item) return null;
    return (
      <RecordDialog
        kind={kind}
        edit={number ?? "new"}
        item={item}
        pageId={item?.pageId ?? (Number(id.split("-")[1]) || undefined)}
        onSaved={(saved) => onSaved?.(`${name}:${saved.id}`, saved.isActive === true)}
        onDuplicate={onDuplicate && ((item) => onDuplicate({ id, title: kind.titleOf(item) }))}
        onClose={onClose}
      />
    );
  };
}
