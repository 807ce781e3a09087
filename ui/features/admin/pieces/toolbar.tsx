import { type Editor, useEditorState } from "@tiptap/react";
import type { KeyboardEvent, ReactNode } from "react";
import { callOuts } from "./call-out.ts";
import { addFootnote } from "./footnotes.ts";
import { blank } from "./numbers/node.ts";

interface ToolbarProps {
  editor: Editor;
  /** Label of the text. */
  label: string;
  onLink: () => void;
  onPicture: () => void;
  onClaim: () => void;
}

interface Tool {
  name: string;
  sign: ReactNode;
  /** Whether the mark or block is active at the cursor; undefined for commands without a state. */
  on?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
  /** Shown only if this holds. */
  where?: (editor: Editor) => boolean;
}

const inCallOut = (editor: Editor) => editor.isActive("callOut");
const inTable = (editor: Editor) => editor.isActive("table");

const tools: Tool[] = [
  {
    name: "H2 heading",
    sign: "H2",
    on: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "H3 heading",
    sign: "H3",
    on: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: "Bold",
    sign: <b>B</b>,
    on: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "Italic",
    sign: <i>I</i>,
    on: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "Strikethrough",
    sign: <s>S</s>,
    on: (editor) => editor.isActive("strike"),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: "Bulleted list",
    sign: "•–",
    on: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "1. Numbered list",
    sign: "1.",
    on: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quote",
    sign: "”",
    on: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: "Checklist",
    sign: "☑",
    on: (editor) => editor.isActive("taskList"),
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    name: "Callout",
    sign: "Callout",
    on: inCallOut,
    run: (editor) =>
      inCallOut(editor) ? editor.chain().focus().lift("callOut").run() : editor.chain().focus().wrapIn("callOut").run(),
  },
  ...callOuts.map(({ id, label }) => ({
    name: `Callout: ${label}`,
    sign: label,
    where: inCallOut,
    on: (editor: Editor) => editor.isActive("callOut", { kind: id }),
    run: (editor: Editor) => editor.chain().focus().updateAttributes("callOut", { kind: id }).run(),
  })),
  {
    name: "Table",
    sign: "▦",
    where: (editor) => !inTable(editor),
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { name: "Add row", sign: "+ row", where: inTable, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { name: "Add column", sign: "+ col", where: inTable, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { name: "Delete row", sign: "− row", where: inTable, run: (editor) => editor.chain().focus().deleteRow().run() },
  {
    name: "Delete column",
    sign: "− col",
    where: inTable,
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    name: "Delete table",
    sign: "× table",
    where: inTable,
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
  { name: "Footnote", sign: "†", run: addFootnote },
  {
    name: "Numbers",
    sign: "Σ",
    run: (editor) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: "numbers", attrs: { source: blank } })
        .run(),
  },
  { name: "Undo", sign: "↶", run: (editor) => editor.chain().focus().undo().run() },
  { name: "Redo", sign: "↷", run: (editor) => editor.chain().focus().redo().run() },
];

/** Implements the ARIA toolbar pattern: one tab stop, and arrow keys between the buttons. */
export function Toolbar({ editor, label, onLink, onPicture, onClaim }: ToolbarProps) {
  const states = useEditorState({
    editor,
    selector: ({ editor }) => tools.map(({ on, where }) => ({ on: on?.(editor), shown: where?.(editor) ?? true })),
  });
  const linked = useEditorState({ editor, selector: ({ editor }) => editor.isActive("link") });
  const pictured = useEditorState({ editor, selector: ({ editor }) => editor.isActive("image") });
  const claimed = useEditorState({ editor, selector: ({ editor }) => editor.isActive("claim") });
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
      <ToolButton first name="Link" sign="Link" on={linked} onClick={onLink} keys="Control+K" />
      <ToolButton name="Insert picture" sign="Picture" on={pictured} onClick={onPicture} />
      <ToolButton name="Claim" sign="Claim" on={claimed} onClick={onClaim} />
      {tools.map(
        ({ name, sign, run }, i) =>
          states[i]?.shown && (
            <ToolButton key={name} name={name} sign={sign} on={states[i]?.on} onClick={() => run(editor)} />
          ),
      )}
    </div>
  );
}

interface ToolButtonProps {
  name: string;
  sign: ReactNode;
  on: boolean | undefined;
  onClick: () => void;
  first?: boolean;
  keys?: string;
}

function ToolButton({ name, sign, on, onClick, first = false, keys }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="flex-none min-w-8 min-h-8 px-2 rounded-small text-small cursor-pointer hover:bg-sunken focus-visible:-outline-offset-3 aria-pressed:bg-ink aria-pressed:text-paper"
      title={name}
      aria-label={name}
      aria-pressed={on}
      aria-keyshortcuts={keys}
      tabIndex={first ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()} // the text keeps its selection
      onClick={onClick}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
