import { useEffect, useMemo, useState } from "react";
import type { Deal, LinkHealth, PreviewKind } from "../../shared/api.gen.ts";
import { partnerAddress } from "../../shared/offers/visitor.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { RelativeTime } from "../../shared/ui/time.tsx";
import { attempt, useAttempt, write } from "./calls.ts";
import { Conflict } from "./conflict.tsx";
import { Dialog, DialogForm } from "./dialog.tsx";
import { RecordField } from "./fields.tsx";
import { capitalized, type FieldSpec, type Item, type Kind, type Values } from "./kind.ts";
import { TextButton } from "./parts/buttons.tsx";
import { Note, noteLook, Subheading } from "./parts/texts.tsx";
import { useRecordForm } from "./use-record-form.ts";

interface RecordDialogProps<T extends Item> {
  kind: Kind<T>;
  /** Id of the record, or "new". */
  edit: string;
  /** The record in the list; undefined if it isn't loaded. */
  item: T | undefined;
  /** The record's content page. */
  pageId?: number;
  /** Initial values of a new record. */
  start?: Values;
  onSaved?: (saved: T) => void;
  /** Duplicates the open record. */
  onDuplicate?: (item: T) => void;
  onClose: () => void;
}

/** Adds or edits a record. Unsaved input is kept in the browser. */
export function RecordDialog<T extends Item>(props: RecordDialogProps<T>) {
  const { edit, item, pageId, start, onDuplicate, onSaved, onClose } = props;
  const { currency } = useSite();
  const kind = useMemo(() => inCurrency(props.kind, currency), [props.kind, currency]);
  const form = useRecordForm({ kind, edit, item: item ?? null, pageId, start });
  const { meet } = form;
  useEffect(() => {
    if (item) meet(item);
  }, [item, meet]);
  const isNew = edit === "new";
  const missing = !isNew && form.from === null;
  useEffect(() => {
    if (missing) onClose();
  }, [missing, onClose]);
  if (missing) return null;

  const close = (saved: T | null) => {
    if (!saved) return;
    form.forget();
    onClose();
    onSaved?.(saved);
  };
  return (
    <Dialog title={`${isNew ? "Add" : "Edit"} ${capitalized(kind.noun)}`} onClose={onClose}>
      <DialogForm
        submit={form.saving ? "Saving…" : isNew ? `Add ${capitalized(kind.noun)}` : "Save"}
        disabled={form.saving}
        acts={
          <>
            {item && kind.previewed && <PreviewButton kind={kind.previewed} id={item.id} />}
            {item && onDuplicate && (
              <Button look="quiet" onClick={() => onDuplicate(item)}>
                Duplicate
              </Button>
            )}
          </>
        }
        onSubmit={async () => close(await form.save())}
        onClose={onClose}
      >
        {form.restored && <Restored onStartOver={form.startOver} />}
        {item?.linkHealth && <LinkNote health={item.linkHealth} path={`${kind.path}/${item.id}`} />}
        {item && kind.about?.(item)}
        {groupsOf(kind.fields.filter(({ fixed }) => isNew || !fixed)).map(({ group, fields }) => {
          const shown = fields.map(({ name }) => <RecordField key={name} {...{ kind, form, name, pageId }} />);
          if (!group) return shown;
          const body = (
            <>
              {shown}
              {kind.address && fields.some(({ name }) => name === "subIdParam") && (
                <AddressPreview
                  address={String(form.values[kind.address.field] ?? "")}
                  subIdParam={String(form.values.subIdParam ?? "")}
                  serverFills={kind.address.serverFills}
                />
              )}
            </>
          );
          if (kind.openGroups?.includes(group))
            return (
              <fieldset key={group} className="form min-w-0 border-t border-line pt-3">
                <Subheading as="legend" className="float-left w-full pb-2">
                  {kind.headOf?.(group, item ?? null) ?? group}
                </Subheading>
                {body}
              </fieldset>
            );
          const used = fields.some(
            ({ name, type, initial }) => type !== "currency" && form.values[name] && form.values[name] !== initial,
          );
          return (
            <details
              key={group}
              className="border-y border-line"
              open={used || fields.some(({ name }) => form.wrong[name])}
            >
              <summary className="cursor-pointer py-3 font-semibold">{group}</summary>
              <div className="form pb-4.5">{body}</div>
            </details>
          );
        })}
        {item && kind.below?.(item)}
      </DialogForm>
      <Conflict kind={kind} form={form} onChosen={close} />
    </Dialog>
  );
}

/** Opens a preview of the page with the saved record, active or not. */
function PreviewButton({ kind, id }: { kind: PreviewKind; id: number }) {
  const look = () =>
    attempt(async () => {
      const { url } = await write<{ url: string }>("POST", "/api/admin/previews", { kind, id });
      open(new URL(url).pathname, "_blank", "noopener");
    }, "Failed to create a preview");
  return (
    <Button look="quiet" title="Shows the saved version" onClick={look}>
      Preview
    </Button>
  );
}

/** A kind whose new amounts are in the site's currency. */
function inCurrency<T extends Item>(kind: Kind<T>, currency: string): Kind<T> {
  return {
    ...kind,
    fields: kind.fields.map((spec) => (spec.type === "currency" ? { ...spec, initial: currency } : spec)),
  };
}

/** The fields in order, grouped. */
function groupsOf(fields: FieldSpec[]): { group?: string; fields: FieldSpec[] }[] {
  const groups: { group?: string; fields: FieldSpec[] }[] = [];
  for (const spec of fields) {
    const last = groups.at(-1);
    if (last && last.group === spec.group) last.fields.push(spec);
    else groups.push({ group: spec.group, fields: [spec] });
  }
  return groups;
}

/** Says that the form has restored unsaved input. */
export function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Note role="status">
      We restored your unsaved changes. <TextButton onClick={onStartOver}>Start over</TextButton>
    </Note>
  );
}

interface LinkNoteProps {
  health: LinkHealth;
  /** Path of the offer's API. */
  path: string;
}

/** The result of the last check of an offer's link, and the button to accept a new destination. */
function LinkNote({ health: before, path }: LinkNoteProps) {
  const [accepted, setAccepted] = useState<LinkHealth | null>(null);
  const { busy, attempt } = useAttempt();
  const { state, problem, destination, failures, checkedAt } = accepted ?? before;
  const accept = () =>
    attempt(
      async () => setAccepted((await write<Deal>("POST", `${path}/accept-destination`, { destination })).linkHealth),
      "We couldn’t accept the destination. Try again.",
      { title: "Destination accepted" },
    );
  if (state === "unchecked" || !checkedAt) return null;
  return (
    <div className={failures > 0 ? noteLook : "text-muted"} role="status">
      <p>
        {problem || `The link leads to ${destination}.`} Checked <RelativeTime iso={checkedAt} />
        {failures > 1 && `; failed ${failures} times in a row`}.
      </p>
      {state === "moved" && (
        <p className="mt-2">
          <Button look="quiet" disabled={busy} onClick={accept}>
            Accept the new destination
          </Button>
        </p>
      )}
    </div>
  );
}

/** A visitor with all data. */
const visitor = {
  query:
    "zip=10001&phone=2125550123&first=Ann&last=Lee&email=ann%40example.com&dob=1980-01-31&street=1+Elm+St&sourceid=letter",
  optedOut: false,
};
const clickId = "0196f2c0-7a31-7c05-9d1e-5b8a4c3d2e1f";
const filled = [
  "zip",
  "phone",
  "first",
  "last",
  "email",
  "dob",
  "birthday",
  "street",
  "address",
  "sourceid",
  "clickid",
];

interface AddressPreviewProps {
  address: string;
  subIdParam: string;
  /** Placeholders filled by the server. */
  serverFills: string[];
}

/** The address for a visitor, with example values in its placeholders, and warnings about it. */
function AddressPreview({ address, subIdParam, serverFills }: AddressPreviewProps) {
  const text = address.trim();
  if (!text) return null;
  const parameter = subIdParam.trim();
  const known = text.replaceAll(/(?:\{|%7B)subid(?:\}|%7D)/gi, (found) =>
    serverFills.includes("subid") ? "12" : found,
  );
  const finished = partnerAddress(known, visitor, { clickId, subIdParam: parameter });
  const odd = finished === null ? ["We can’t send visitors to this address."] : oddities(known, parameter);
  return (
    <div className="grid gap-1.5 py-3 px-4 bg-sunken" role="status">
      <p className="field-hint">Where a visitor goes, with sample values:</p>
      {finished && <p className="font-mono text-small wrap-anywhere">{finished}</p>}
      {odd.map((sentence) => (
        <p key={sentence} className="field-error">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function oddities(address: string, parameter: string): string[] {
  const [before = "", ...after] = address.split("#")[0]?.split("?") ?? [];
  const query = after.join("?");
  const names = (part: string) => [...part.matchAll(/(?:\{|%7B)([a-z_]+)(?:\}|%7D)/gi)].map(([, name = ""]) => name);
  const unknown = names(query).filter((name) => !filled.includes(name.toLowerCase()));
  const unfilled = names(before).filter((name) => name.toLowerCase() !== "clickid");
  return [
    ...unknown.map((name) => `We have no value for {${name}}, so it stays blank.`),
    ...unfilled.map((name) => `{${name}} works only after the question mark.`),
    ...(parameter && new URLSearchParams(query).has(parameter) ? [`The address already sets ${parameter}.`] : []),
  ];
}
