import { useEffect, useState } from "react";
import { Group } from "../../../shared/form/fields.tsx";
import { attempt, write } from "../calls.ts";
import { CheckLines } from "../check-lines.tsx";
import { useConfirm } from "../confirm.tsx";
import { RecordField } from "../fields.tsx";
import type { Values } from "../kind.ts";
import { SmallButton, TextButton } from "../parts/buttons.tsx";
import { FiguresOfPiece, OffersOnPage } from "../reports/page-figures.tsx";
import { Part } from "../side-part.tsx";
import type { RecordForm } from "../use-record-form.ts";
import { checksOf, ownLinks } from "./checks.ts";
import type { Desk, Piece } from "./piece.ts";
import { Previews } from "./previews.tsx";
import type { WantedPicture } from "./wanted-picture.ts";

interface SideProps<T extends Piece> {
  desk: Desk<T>;
  form: RecordForm<T>;
  /** Jumps to a picture in a text. */
  onPicture: (picture: WantedPicture) => void;
}

/** The fields of a piece other than its texts, by purpose. */
export function Side<T extends Piece>({ desk, form, onPicture }: SideProps<T>) {
  const fields = (...names: string[]) =>
    names.map((name) => <RecordField key={name} kind={desk.kind} form={form} name={name} />);
  return (
    <>
      <Part title="Checklist">
        <Checklist values={form.values} summary={desk.summary} onPicture={onPicture} />
      </Part>
      <Part title="Publishing">
        {fields("publishAt", "featured")}
        {form.from && <StopSharing desk={desk} piece={form.from} />}
      </Part>
      {(form.from?.status === "published" || form.from?.status === "archived") && (
        <>
          <Part title="Last 30 days">
            <FiguresOfPiece page={desk.page(form.from.slug)} />
          </Part>
          <Part title="Offers here, last 30 days">
            <OffersOnPage page={desk.page(form.from.slug)} />
          </Part>
        </>
      )}
      <Part title="Category and author">{fields("category", "tags", "authorName")}</Part>
      <Part title="Picture">{fields("imageUrl", "imageAlt")}</Part>
      <Part title="Facts">{fields("avgSavings", "savingsAssumption", "reviewedAt", "sources", "correction")}</Part>
      <Part title="Keep reading">{fields("related", "relatedArticles")}</Part>
      <Part title="Search and sharing">
        <Previews
          title={String(form.values.title)}
          summary={String(form.values[desk.summary])}
          imageUrl={String(form.values.imageUrl)}
          path={desk.page(String(form.values.slug))}
        />
      </Part>
    </>
  );
}

/** Revokes a piece's preview links. */
function StopSharing<T extends Piece>({ desk, piece }: { desk: Desk<T>; piece: T }) {
  const { ask, confirm } = useConfirm();
  const question = {
    title: "Stop sharing the preview",
    question: "Copied links stop working right away. You can copy a new one afterward.",
    act: "Stop sharing",
    onConfirm: () =>
      attempt(
        () => write("DELETE", `${desk.kind.path}/${piece.id}/preview-link`),
        "We couldn’t stop sharing. Try again.",
        { title: "Preview sharing stopped", text: "Copied links no longer work." },
      ),
  };
  return (
    <Group label="Preview links" hint={`A copied link shows this ${desk.kind.noun} for a week.`}>
      <p>
        <SmallButton look="quiet" onClick={() => ask(question)}>
          Stop sharing
        </SmallButton>
      </p>
      {confirm}
    </Group>
  );
}

interface ChecklistProps {
  values: Values;
  summary: string;
  /** Jumps to a picture. */
  onPicture: (picture: WantedPicture) => void;
}

/** Checks before publishing. */
function Checklist({ values, summary, onPicture }: ChecklistProps) {
  const alive = useKnownPages(ownLinks(values));
  const checks = checksOf(values, summary, alive);
  return (
    <CheckLines
      lines={checks.map(({ text, good, picture }) => ({
        text,
        good,
        shown: picture && <TextButton onClick={() => onPicture(picture)}>{text}</TextButton>,
      }))}
    />
  );
}

/** Pause in typing before links are checked, in milliseconds. */
const pauseMs = 1000;

/** Checks whether our own pages at these addresses exist; results come as they are known. */
function useKnownPages(addresses: string[]): ReadonlyMap<string, boolean> {
  const [alive, setAlive] = useState<ReadonlyMap<string, boolean>>(new Map());
  const unknown = addresses.filter((path) => !alive.has(path)).join(" ");
  useEffect(() => {
    if (!unknown) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const paths = unknown.split(" ");
      const found = await Promise.all(
        paths.map((path) =>
          fetch(path, { method: "HEAD" }).then(({ status }): [string, boolean] => [path, status < 400]),
        ),
      ).catch(() => []);
      if (wanted) setAlive((known) => new Map([...known, ...found]));
    }, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [unknown]);
  return alive;
}
