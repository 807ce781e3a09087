import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../../../shared/form/fields.tsx";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { BackLink } from "../back-link.tsx";
import { attempt, useAttempt, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { Conflict } from "../conflict.tsx";
import { capitalized, type Kind } from "../kind.ts";
import { SmallButton, TextButton } from "../parts/buttons.tsx";
import { Bar, BarActs, EditorLayout, EditorMain, EditorSide } from "../parts/editor-layout.tsx";
import { Note } from "../parts/texts.tsx";
import { Restored } from "../record-dialog.tsx";
import { useDue } from "../use-due.ts";
import { useFirstSave } from "../use-first-save.ts";
import { useLeaveWarning } from "../use-leave-warning.ts";
import { savedState, useRecordForm } from "../use-record-form.ts";
import { type Campaign, CampaignBadge, type CampaignEditorProps } from "./campaign.tsx";

interface EditorProps<T extends Campaign> {
  kind: Kind<T>;
  item: T | null;
  editing: Editing<T>;
  mayEdit: boolean;
  bar: ReactNode;
  /** What people get. */
  main: { legend: string; fields: ReactNode };
  /** Settings beside it. */
  side: { legend: string; parts: ReactNode };
  /** Shown instead of the settings. */
  preview?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

/** The layout of an editor of campaigns. */
export function Editor<T extends Campaign>(props: EditorProps<T>) {
  const { kind, item, editing, mayEdit, bar, main, side, preview, children } = props;
  const { form } = editing;
  return (
    <EditorLayout previewing={Boolean(preview)}>
      {bar}
      {item?.trouble && <Note role="alert">{item.trouble}</Note>}
      {form.restored && <Restored onStartOver={form.startOver} />}
      <EditorMain disabled={!mayEdit}>
        <legend className="sr-only">{main.legend}</legend>
        {main.fields}
      </EditorMain>
      {preview ?? (
        <EditorSide disabled={!mayEdit}>
          <legend className="sr-only">{side.legend}</legend>
          {side.parts}
        </EditorSide>
      )}
      <Conflict kind={kind} form={form} />
      {children}
    </EditorLayout>
  );
}

export type Editing<T extends Campaign> = ReturnType<typeof useEditing<T>>;

/** The form of a campaign, and its saving. A new campaign gets its address with the first save. */
export function useEditing<T extends Campaign>(
  kind: Kind<T>,
  { item, onCreated, onTurned }: CampaignEditorProps<T>,
  at: (id: number) => string,
) {
  const form = useRecordForm({ kind, edit: item ? String(item.id) : "new", item });
  const after = useFirstSave(item, onCreated, at);
  const unsaved = form.changed.length > 0;
  const { from } = form;
  const due = !unsaved && from?.status === "scheduled" && from.scheduledAt ? Date.parse(from.scheduledAt) : null;
  useDue<T>(`${kind.path}/${from?.id}`, due, (now) => now.status !== "scheduled" && onTurned(now));
  useLeaveWarning(unsaved);
  return { form, unsaved, save: () => after(form.save()), saveQuietly: () => after(form.saveQuietly()) };
}

interface CampaignBarProps<T extends Campaign> {
  kind: Kind<T>;
  /** The screen with the list. */
  back: string;
  editing: Editing<T>;
  mayEdit: boolean;
  onTurned: (item: T) => void;
  /** A question asked before sending or scheduling, and the text if it can't be loaded. */
  question: { of: (item: T, later: boolean) => Promise<string>; failed: string };
  /** Body of the send call, beside the version. */
  sent?: object;
  /** More actions, beside the state. */
  children?: ReactNode;
}

/** The bar of a campaign, which stays in view: its save state and actions. */
export function CampaignBar<T extends Campaign>(props: CampaignBarProps<T>) {
  const { kind, back, editing, mayEdit, onTurned, question, sent, children } = props;
  const { noun, path } = kind;
  const { form, save } = editing;
  const [asked, setAsked] = useState<{ item: T; text: string } | null>(null);
  const { from, values, busy } = form;
  const status = from?.status ?? "draft";
  const later = Date.parse(String(values.scheduledAt)) > Date.now();
  const act = later ? "Schedule" : "Send";
  const ask = async () => {
    const item = await save();
    if (!item) return;
    try {
      setAsked({ item, text: await question.of(item, later) });
    } catch (error) {
      form.refuse(error, question.failed);
    }
  };
  const send = async ({ id, version }: T) => {
    try {
      onTurned(await write<T>("POST", `${path}/${id}/send`, { ...sent, version }));
      void showToast({ title: later ? `${capitalized(noun)} scheduled` : `This ${noun} is on its way` });
    } catch (error) {
      form.refuse(error, `Failed to send this ${noun}`);
    }
  };
  const unschedule = () =>
    attempt(
      async () => onTurned(await write<T>("PUT", `${path}/${from?.id}`, { status: "draft", version: from?.version })),
      `Failed to unschedule this ${noun}`,
      { title: `This ${noun} is a draft again` },
    );
  return (
    <Bar>
      <BackLink to={back} list={`${noun}s`} />
      <CampaignBadge status={status} />
      <span role="status" className="text-muted">
        {savedState(form)}
      </span>
      {form.theirs && <TextButton onClick={form.compare}>Compare</TextButton>}
      {children}
      {mayEdit && (
        <BarActs>
          {status === "scheduled" && (
            <SmallButton look="quiet" disabled={busy} onClick={unschedule}>
              Unschedule
            </SmallButton>
          )}
          <SmallButton look="quiet" disabled={busy} onClick={() => void save()}>
            {status === "draft" ? "Save draft" : "Save"}
          </SmallButton>
          {(status === "draft" || !later) && (
            <SmallButton disabled={busy} onClick={ask}>
              {act}…
            </SmallButton>
          )}
        </BarActs>
      )}
      {asked && (
        <Confirm
          title={`${act} this ${noun}?`}
          question={asked.text}
          act={act}
          onConfirm={() => send(asked.item)}
          onClose={() => setAsked(null)}
        />
      )}
    </Bar>
  );
}

interface TestSendProps {
  /** Path in the API. */
  path: string;
  /** The recipient's field in the API, and its input. */
  to: { name: "email" | "phone"; label: string; type: "email" | "tel"; autoComplete: string };
  /** The user's own address, if known. */
  own?: string;
  unsaved: boolean;
  onSave: () => Promise<unknown>;
}

/** Sends a campaign to the user's own address or number, as a test. */
export function TestSend({ path, to, own = "", unsaved, onSave }: TestSendProps) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? own;
  const { busy, attempt } = useAttempt();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      if (unsaved && !(await onSave())) return;
      await write("POST", `${path}/test`, { [to.name]: value });
      void showToast({ title: `Test sent to ${value}` });
    }, "Failed to send the test");
  };
  return (
    <form className="grid gap-3 justify-items-start [&>.field]:w-full" noValidate onSubmit={send}>
      <Field
        label={to.label}
        type={to.type}
        autoComplete={to.autoComplete}
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SmallButton type="submit" look="quiet" disabled={busy || value.trim() === ""}>
        Send test
      </SmallButton>
    </form>
  );
}
