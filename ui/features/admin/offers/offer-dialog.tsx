import { useEffect } from "react";
import type { AnyOffer } from "../../../shared/api.gen.ts";
import { failed, useRead } from "../calls.ts";
import type { Item, Kind } from "../kind.ts";
import { carouselOfferKind, contentOfferKind, dailyOfferKind, staticOfferKind } from "../kinds/offers.tsx";
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
  switch (props.id.split(/[:-]/)[0]) {
    case "carousel":
      return <OfferOfKind name="carousel" kind={carouselOfferKind} {...props} />;
    case "content":
      return <OfferOfKind name="content" kind={contentOfferKind} {...props} />;
    case "daily":
      return <OfferOfKind name="daily" kind={dailyOfferKind} {...props} />;
    case "static":
      return <OfferOfKind name="static" kind={staticOfferKind} {...props} />;
    default:
      return null;
  }
}

interface OfferOfKindProps<T extends Item> extends OfferDialogProps {
  name: AnyOffer["kind"];
  kind: Kind<T>;
}

function OfferOfKind<T extends Item & { pageId?: number }>(props: OfferOfKindProps<T>) {
  const { id, name, kind, onSaved, onDuplicate, onClose } = props;
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
}
