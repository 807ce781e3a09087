import { Fragment, type ReactNode, useMemo, useState } from "react";
import { useLocation, useParams } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { StaffEmail, StaffText } from "../../../shared/api.gen.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import { LongDate, RelativeTime } from "../../../shared/ui/time.tsx";
import { useReadOnce } from "../calls.ts";
import type { Column, Kind } from "../kind.ts";
import { emailKind } from "../kinds/email.ts";
import { textKind } from "../kinds/text.ts";
import { ScreenTitle } from "../parts/texts.tsx";
import { type ListContext, RecordList } from "../record-list.tsx";
import { RecordName } from "../record-row.tsx";
import { Problem, Rows } from "../states.tsx";
import { type Campaign, CampaignBadge, type CampaignEditorProps, isOpen } from "./campaign.tsx";
import { EmailEditor } from "./email-editor.tsx";
import { EmailProgress, WelcomeSeries } from "./email-progress.tsx";
import { TextAudience, TextEditor } from "./text-editor.tsx";
import { TextProgress } from "./text-progress.tsx";

/** Campaigns by email, or the one in the address. */
export function Emails({ mayEdit }: { mayEdit: boolean }) {
  return (
    <Campaigns<StaffEmail>
      {...{ kind: emailKind, mayEdit }}
      title="Campaigns"
      column={{ label: "Subject", sort: "subject" }}
      at={adminPaths.campaign}
      heading={(email) => email?.subject ?? "New campaign"}
      editor={(given) => <EmailEditor mayEdit={mayEdit} {...given} />}
      progress={(email) => <EmailProgress email={email} mayEdit={mayEdit} />}
      below={<WelcomeSeries />}
    />
  );
}

/** Campaigns by text, or the one in the address. */
export function Texts({ mayEdit }: { mayEdit: boolean }) {
  return (
    <Campaigns<StaffText>
      {...{ kind: textKind, mayEdit }}
      title="Texts"
      column={{ label: "Text", sort: "body" }}
      at={adminPaths.text}
      heading={(text) => (text ? "Text" : "New text")}
      editor={(given) => <TextEditor mayEdit={mayEdit} {...given} />}
      progress={(text) => <TextProgress text={text} mayEdit={mayEdit} />}
      above={<TextAudience />}
    />
  );
}

interface CampaignsProps<T extends Campaign> {
  kind: Kind<T>;
  mayEdit: boolean;
  title: string;
  /** The first column of the list. */
  column: { label: string; sort: string };
  /** Address of a campaign's screen. */
  at: (id: number | "new") => string;
  heading: (item: T | null) => string;
  editor: (given: CampaignEditorProps<T>) => ReactNode;
  progress: (item: T) => ReactNode;
  /** Parts of the screen above and below the list. */
  above?: ReactNode;
  below?: ReactNode;
}

function Campaigns<T extends Campaign>(props: CampaignsProps<T>) {
  const { kind, mayEdit, title, column, at, heading, editor, progress, above, below } = props;
  const { id } = useParams();
  const { key, state } = useLocation();
  const { label, sort } = column;
  const columns = useMemo(
    () =>
      ({ openAt, inBin }: ListContext<T>): Column<T>[] => [
        {
          label,
          sort,
          cell: "main",
          value: (item) => <RecordName title={kind.titleOf(item)} detail={kind.detailOf(item)} to={openAt(item)} />,
        },
        { label: "Status", width: 7.5, cell: "status", value: ({ status }) => <CampaignBadge status={status} /> },
        {
          label: "Send date",
          width: 10,
          value: ({ status, sentAt, scheduledAt }) => {
            const at = status === "sent" ? sentAt : status === "scheduled" ? scheduledAt : null;
            return at ? <LongDate iso={at} /> : "–";
          },
        },
        {
          label: inBin ? "Deleted" : "Changed",
          width: 8,
          sort: "updatedAt",
          downFirst: true,
          value: ({ deletedAt, updatedAt }) => <RelativeTime iso={deletedAt ?? updatedAt} />,
        },
      ],
    [kind, label, sort],
  );
  if (id)
    return (
      <CampaignScreen
        key={state?.opened ?? (id === "new" ? key : id)}
        {...{ path: kind.path, id, heading, editor, progress }}
      />
    );
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      {above}
      <RecordList
        {...{ kind, mayEdit, columns }}
        openAt={(item) => at(item.id)}
        statuses={[]}
        batch={[]}
        add={<ButtonLink to={at("new")}>New {kind.noun}</ButtonLink>}
      />
      {below}
    </>
  );
}

interface CampaignScreenProps<T extends Campaign> {
  /** Path of the collection. */
  path: string;
  /** Its id, or "new". */
  id: string;
  heading: (item: T | null) => string;
  editor: (given: CampaignEditorProps<T>) => ReactNode;
  progress: (item: T) => ReactNode;
}

/** The screen of a campaign: its editor, or once it is sending, its progress. */
export function CampaignScreen<T extends Campaign>({ path, id, heading, editor, progress }: CampaignScreenProps<T>) {
  const [created, setCreated] = useState<T | null>(null); // the new record after its first save, while the editor stays open
  const [turned, setTurned] = useState<T | null>(null); // the record after its status changed
  const own = id === "new" || id === String(created?.id);
  const { data, error, reload } = useReadOnce<T>(own ? null : `${path}/${id}`);
  const item = turned ?? (own ? created : (data ?? null));
  if (!own && !item) return error ? <Problem error={error} onRetry={reload} /> : <Rows />;
  const onTurned = (now: T) => {
    setTurned(now);
    if (!isOpen(now)) scrollTo(0, 0); // to the report
  };
  return (
    <>
      <h1 className="sr-only">{heading(item)}</h1>
      {item && !isOpen(item) ? (
        <Fragment key={item.id}>{progress(item)}</Fragment>
      ) : (
        <Fragment key={turned?.version}>{editor({ item, onCreated: setCreated, onTurned })}</Fragment>
      )}
    </>
  );
}
