import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { Dialog, DialogForm } from "../dialog.tsx";
import { LibraryDialog } from "../pictures/library-dialog.tsx";
import { picturesIn } from "../pictures/upload.tsx";

/** A picture to insert. */
export interface Placed {
  url: string;
  alt: string;
}

interface PictureToolProps {
  editor: Editor;
  onPlace: (picture: Placed) => void;
  onClose: () => void;
}

/** Inserts a picture, or edits the selected one's alt text. */
export function PictureTool({ editor, onPlace, onClose }: PictureToolProps) {
  const [selected] = useState(() => editor.isActive("image"));
  if (!selected)
    return (
      <LibraryDialog
        onClose={onClose}
        onChoose={(picture) => {
          onClose();
          onPlace(picture);
        }}
      />
    );
  return (
    <AltDialog
      alt={String(editor.getAttributes("image").alt ?? "")}
      onClose={onClose}
      onSave={(alt) => {
        editor.commands.updateAttributes("image", { alt });
        onClose();
      }}
      onRemove={() => {
        editor.commands.deleteSelection();
        onClose();
      }}
    />
  );
}

/**
 * Inserts pictures in paragraphs of their own, splitting the text if possible, and puts the cursor after them. Pictures
 * dropped on a paragraph go below it.
 */
export function placePictures(editor: Editor, pictures: Placed[], dropped?: number) {
  const { doc, selection } = editor.state;
  const place = dropped === undefined ? selection.$to : doc.resolve(Math.min(dropped, doc.content.size));
  const images = pictures.map(({ url, alt }) => ({ type: "image", attrs: { src: url, alt } }));
  const chain = editor.chain().focus();
  const parted = place.parent.type.name === "paragraph" && /^(doc|callOut|blockquote)$/.test(place.node(-1).type.name);
  if (!parted) return chain.insertContentAt(place.pos, images).run();
  const at = dropped === undefined ? place.pos : place.end();
  chain.setTextSelection(at);
  if (at > place.start()) chain.splitBlock();
  for (const image of images) chain.insertContent(image).splitBlock();
  return chain.run();
}

/** Selects the nth picture, from 0, without alt text; returns whether there is one. */
export function selectPicture(editor: Editor, nth: number): boolean {
  const silent: number[] = [];
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === "image" && String(node.attrs.alt ?? "").trim() === "") silent.push(at);
  });
  const at = silent[nth];
  return at !== undefined && editor.chain().setNodeSelection(at).scrollIntoView().run();
}

interface AltDialogProps {
  alt: string;
  onSave: (alt: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

function AltDialog({ alt, onSave, onRemove, onClose }: AltDialogProps) {
  const [text, setText] = useState(alt);
  return (
    <Dialog title="Picture" onClose={onClose}>
      <DialogForm
        submit="Save"
        acts={
          <Button look="quiet" onClick={onRemove}>
            Remove picture
          </Button>
        }
        onSubmit={() => onSave(text.trim())}
      >
        <Field
          label="Alt text"
          hint="For people who can’t see the picture"
          value={text}
          maxLength={500}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The pictures in the clipboard, unless there is text too, as from a word processor. */
export function onlyPictures(data: DataTransfer | null): File[] {
  const text = data
    ?.getData("text/html")
    .replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/gi, "")
    .trim();
  return text ? [] : picturesIn(data);
}
