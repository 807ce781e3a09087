import type { ReactNode } from "react";
import { Conflict } from "../conflict.tsx";
import type { Kind } from "../kind.ts";
import { EditorLayout, EditorMain, EditorSide } from "../parts/editor-layout.tsx";
import { Note } from "../parts/texts.tsx";
import { Restored } from "../record-dialog.tsx";
import type { Campaign } from "./campaign.ts";
import type { Editing } from "./use-editing.ts";

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
