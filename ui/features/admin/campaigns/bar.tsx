import { type ReactNode, useState } from "react";
import { showToast } from "../../../shared/ui/show-toast.ts";
import { BackLink } from "../back-link.tsx";
import { attempt, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { capitalized, type Kind } from "../kind.ts";
import { SmallButton, TextButton } from "../parts/buttons.tsx";
import { Bar, BarActs } from "../parts/editor-layout.tsx";
import { savedState } from "../use-record-form.ts";
import type { Campaign } from "./campaign.ts";
import { CampaignBadge } from "./status.tsx";
import type { Editing } from "./use-editing.ts";

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
