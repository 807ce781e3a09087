import type { Slice } from "@tiptap/pm/model";
import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { use, useEffect, useRef, useState } from "react";
import { picturesIn, useUpload } from "../pictures/upload.tsx";
import { ClaimDialog } from "./claims/dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { asMarkdown, canShow, extensions, written } from "./markdown.ts";
import { cardTitle } from "./paid-link.ts";
import { cleaned } from "./pasted.ts";
import { onlyPictures, PictureTool, type Placed, placePictures, selectPicture } from "./picture-tool.tsx";
import { type EditorDialog, Toolbar } from "./toolbar.tsx";
import { WantedPictureContext } from "./wanted-picture.ts";

export { canShow };

interface RichEditorProps {
  label: string;
  value: string;
  wrong: boolean;
  describedBy: string | undefined;
  editable: boolean;
  onChange: (markdown: string) => void;
  /** Called when the editor can't show all of the text. */
  onUnshown: () => void;
}

/** Edits Markdown as readers will see it. Untouched text stays as it was written. */
export function RichEditor({ label, value, wrong, describedBy, editable, onChange, onUnshown }: RichEditorProps) {
  const own = useRef(value); // what this editor last wrote
  const [open, setOpen] = useState<EditorDialog | null>(null);
  const { progress, upload } = useUpload();
  const take = useRef<(files: File[], at?: number) => void>(() => {});
  const editor = useEditor({
    extensions,
    content: value,
    contentType: "markdown",
    injectCSS: false,
    editable,
    editorProps: {
      transformPastedHTML: cleaned,
      clipboardTextParser: (text, _, plain, { state }) => (plain ? null : asMarkdown(text, state.schema)) as Slice, // null: paste as plain text
      handlePaste(_, event) {
        const files = onlyPictures(event.clipboardData);
        if (files.length > 0) take.current(files);
        return files.length > 0;
      },
      handleDrop(view, event) {
        const files = picturesIn(event.dataTransfer);
        if (files.length > 0) take.current(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return files.length > 0;
      },
      handleKeyDown(_, event) {
        if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k" || event.shiftKey) return false;
        event.preventDefault();
        event.stopPropagation();
        setOpen("link");
        return true;
      },
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        class: "prose rich-text",
        ...(wrong && { "aria-invalid": "true" }),
        ...(describedBy && { "aria-describedby": describedBy }),
      },
    },
    onUpdate({ editor }) {
      own.current = written(editor.getJSON());
      onChange(own.current);
    },
  });
  useEffect(() => {
    if (value === own.current) return; // from this editor
    own.current = value;
    if (!canShow(value)) return onUnshown();
    editor.commands.setContent(value, { contentType: "markdown", emitUpdate: false });
  }, [editor, value, onUnshown]);
  const { wanted, onShown } = use(WantedPictureContext);
  useEffect(() => {
    if (wanted?.field !== label) return;
    onShown();
    if (selectPicture(editor, wanted.nth)) setOpen("picture");
  }, [editor, label, wanted, onShown]);
  const place = (pictures: Placed[], at?: number) => placePictures(editor, pictures, at);
  take.current = async (files, at) => {
    const made = await upload(files);
    if (made.length > 0) place(made, at);
  };
  const at = useEditorState({
    editor,
    selector: ({ editor }) => ({
      href: String(editor.getAttributes("link").href ?? ""),
      title: String(editor.getAttributes("link").title ?? ""),
      empty: editor.state.selection.empty,
    }),
  });
  const close = () => {
    setOpen(null);
    editor.commands.focus();
  };
  const link = (href: string, name: string, title: string | null = null) => {
    const attrs = { href, title };
    const linked = (text: string) => ({ type: "text", text, marks: [{ type: "link", attrs }] });
    const chain = editor.chain().focus().extendMarkRange("link");
    if (!href) chain.unsetLink().run();
    else if (title === cardTitle && at.title !== cardTitle) {
      chain
        .command(({ tr, commands }) => {
          const words = tr.doc.textBetween(tr.selection.from, tr.selection.to, " ").trim() || "See the offer";
          return commands.insertContent({ type: "paragraph", content: [linked(words)] }); // in a paragraph of its own
        })
        .run();
    } else if (at.empty && !at.href) chain.insertContent(linked(name || href)).run();
    else chain.setMark("link", attrs).run();
  };
  return (
    <div className="min-w-0 rounded-small border-[1.5px] border-muted bg-surface focus-within:border-ink has-aria-invalid:border-danger">
      {editable && <Toolbar editor={editor} label={label} onOpen={setOpen} />}
      {progress && (
        <p className="py-2 px-4.5 border-b border-b-line text-muted text-small" role="status">
          {progress}
        </p>
      )}
      <EditorContent editor={editor} />
      {open === "picture" && <PictureTool editor={editor} onPlace={(picture) => place([picture])} onClose={close} />}
      {open === "claim" && <ClaimDialog editor={editor} onClose={close} />}
      {open === "link" && (
        <LinkDialog
          href={at.href}
          title={at.title}
          onClose={close}
          onChoose={(href, name, title) => {
            setOpen(null);
            link(href, name, title);
          }}
        />
      )}
    </div>
  );
}
