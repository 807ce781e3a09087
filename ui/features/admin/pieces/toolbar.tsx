import { type ChainedCommands, type Editor, useEditorState } from "@tiptap/react";
import type { KeyboardEvent, ReactNode } from "react";
import { callOuts } from "./call-out.ts";
import { addFootnote } from "./footnotes.ts";
import { blank } from "./numbers/node.ts";

interface ToolbarProps {
  editor: Editor;
  /** Label of the text. */
  label: string;
  onOpen: (dialog: EditorDialog) => void;
}

/** The dialogs of the editor. */
export type EditorDialog = "link" | "picture" | "claim";

interface Tool {
  name: string;
  sign: ReactNode;
  /** The mark or block that it turns on and off; undefined for commands without a state. */
  on?: string | ((editor: Editor) => boolean);
  run?: (chain: ChainedCommands, editor: Editor) => ChainedCommands;
  /** The dialog that it opens. */
  opens?: EditorDialog;
  keys?: string;
  /** Shown only if this holds. */
  where?: (editor: Editor) => boolean;
}

const inCallOut = (editor: Editor) => editor.isActive("callOut");
const inTable = (editor: Editor) => editor.isActive("table");

const tools: Tool[] = [
  { name: "Link", sign: "Link", on: "link", opens: "link", keys: "Control+K" },
  { name: "Insert picture", sign: "Picture", on: "image", opens: "picture" },
  { name: "Claim", sign: "Claim", on: "claim", opens: "claim" },
  ...([2, 3] as const).map((level) => ({
    name: `H${level} heading`,
    sign: `H${level}`,
    on: (editor: Editor) => editor.isActive("heading", { level }),
    run: (chain: ChainedCommands) => chain.toggleHeading({ level }),
  })),
  { name: "Bold", sign: <b>B</b>, on: "bold", run: (chain) => chain.toggleBold() },
  { name: "Italic", sign: <i>I</i>, on: "italic", run: (chain) => chain.toggleItalic() },
  { name: "Strikethrough", sign: <s>S</s>, on: "strike", run: (chain) => chain.toggleStrike() },
  { name: "Bulleted list", sign: "•–", on: "bulletList", run: (chain) => chain.toggleBulletList() },
  { name: "1. Numbered list", sign: "1.", on: "orderedList", run: (chain) => chain.toggleOrderedList() },
  { name: "Quote", sign: "”", on: "blockquote", run: (chain) => chain.toggleBlockquote() },
  { name: "Checklist", sign: "☑", on: "taskList", run: (chain) => chain.toggleTaskList() },
  {
    name: "Callout",
    sign: "Callout",
    on: "callOut",
    run: (chain, editor) => (inCallOut(editor) ? chain.lift("callOut") : chain.wrapIn("callOut")),
  },
  ...callOuts.map(({ id, label }) => ({
    name: `Callout: ${label}`,
    sign: label,
    where: inCallOut,
    on: (editor: Editor) => editor.isActive("callOut", { kind: id }),
    run: (chain: ChainedCommands) => chain.updateAttributes("callOut", { kind: id }),
  })),
  {
    name: "Table",
    sign: "▦",
    where: (editor) => !inTable(editor),
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { name: "Add row", sign: "+ row", where: inTable, run: (chain) => chain.addRowAfter() },
  { name: "Add column", sign: "+ col", where: inTable, run: (chain) => chain.addColumnAfter() },
  { name: "Delete row", sign: "− row", where: inTable, run: (chain) => chain.deleteRow() },
  { name: "Delete column", sign: "− col", where: inTable, run: (chain) => chain.deleteColumn() },
  { name: "Delete table", sign: "× table", where: inTable, run: (chain) => chain.deleteTable() },
  { name: "Footnote", sign: "†", run: addFootnote },
  {
    name: "Numbers",
    sign: "Σ",
    run: (chain) => chain.insertContent({ type: "numbers", attrs: { source: blank } }),
  },
  { name: "Undo", sign: "↶", run: (chain) => chain.undo() },
  { name: "Redo", sign: "↷", run: (chain) => chain.redo() },
];

/** Implements the ARIA toolbar pattern: one tab stop, and arrow keys between the buttons. */
export function Toolbar({ editor, label, onOpen }: ToolbarProps) {
  const states = useEditorState({
    editor,
    selector: ({ editor }) =>
      tools.map(({ on, where }) => ({
        on: typeof on === "string" ? editor.isActive(on) : on?.(editor),
        shown: where?.(editor) ?? true,
      })),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={`Format ${label}`}
      className="sticky top-[calc(var(--bar)_+_3.25rem)] z-2 flex flex-wrap gap-0.5 py-1 px-1.5 border-b border-b-line [border-radius:var(--radius-small)_var(--radius-small)_0_0] bg-surface max-md:static"
      onKeyDown={move}
    >
      {tools.map(
        ({ name, sign, keys, run, opens }, i) =>
          states[i]?.shown && (
            <button
              key={name}
              type="button"
              className="flex-none min-w-8 min-h-8 px-2 rounded-small text-small cursor-pointer hover:bg-sunken focus-visible:-outline-offset-3 aria-pressed:bg-ink aria-pressed:text-paper"
              title={name}
              aria-label={name}
              aria-pressed={states[i]?.on}
              aria-keyshortcuts={keys}
              tabIndex={i === 0 ? 0 : -1}
              onMouseDown={(event) => event.preventDefault()} // the text keeps its selection
              onClick={() => (opens ? onOpen(opens) : run?.(editor.chain().focus(), editor).run())}
            >
              <span aria-hidden="true">{sign}</span>
            </button>
          ),
      )}
    </div>
  );
}
