import { type FormEvent, type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { StaffPicture, StaffPictureCard } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { attempt, changeLists, useAttempt, useReadOnce, write } from "../calls.ts";
import { useConfirm } from "../confirm.tsx";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { words } from "../kind.ts";
import { Subheading } from "../parts/texts.tsx";
import { Loaded } from "../states.tsx";

interface PictureDialogProps {
  id: string;
  mayEdit: boolean;
  onClose: () => void;
}

/** A picture: its name, alt text, focal point and uses. */
export function PictureDialog({ id, mayEdit, onClose }: PictureDialogProps) {
  const picture = useReadOnce<StaffPicture>(`/api/admin/pictures/${id}`);
  return (
    <Dialog title={picture.data?.name ?? "Picture"} onClose={onClose} wide>
      <Loaded of={picture}>{(picture) => <Details key={picture.version} {...{ picture, mayEdit, onClose }} />}</Loaded>
    </Dialog>
  );
}

function Details({ picture, mayEdit, onClose }: Omit<PictureDialogProps, "id"> & { picture: StaffPicture }) {
  const [name, setName] = useState(picture.name);
  const [alt, setAlt] = useState(picture.alt);
  const [focus, setFocus] = useState({ focalX: picture.focalX, focalY: picture.focalY });
  const saving = useAttempt();
  const { ask, confirm } = useConfirm();
  const path = `/api/admin/pictures/${picture.id}`;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.attempt(
      async () => {
        await write("PUT", path, { name, alt, ...focus, version: picture.version });
        onClose();
      },
      words.failed("picture", "update"),
      { title: words.done("picture", "updated"), text: name },
    );
  };
  const removal = {
    title: "Delete picture",
    question: words.confirm("picture"),
    effect: words.effect("picture"),
    act: "Delete",
    onConfirm: () =>
      attempt(
        async () => {
          await write("DELETE", path);
          changeLists("/api/admin/pictures", (rows) => rows.filter(({ id }) => id !== picture.id));
          onClose();
        },
        words.failed("picture", "delete"),
        { title: words.done("picture", "deleted"), text: picture.name },
      ),
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-x-7 gap-y-6 pb-5 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] [&>footer]:col-span-full"
      onSubmit={save}
    >
      <FocalPoint
        picture={picture}
        x={focus.focalX}
        y={focus.focalY}
        editable={mayEdit}
        onChange={(focalX, focalY) => setFocus({ focalX, focalY })}
      />
      <div className="grid gap-4 content-start">
        <fieldset disabled={!mayEdit} className="form">
          <legend className="sr-only">About this picture</legend>
          <Field
            label="Alt text"
            hint="For people who can’t see the picture. We suggest it wherever you use the picture."
            value={alt}
            maxLength={500}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
          <Field label="Name" value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
        </fieldset>
        <p className="text-muted text-(length:--text-label) wrap-anywhere">
          {picture.width.toLocaleString("en-US")} × {picture.height.toLocaleString("en-US")} pixels ·{" "}
          <code>{picture.url}</code>
        </p>
        <Uses picture={picture} />
      </div>
      {mayEdit && (
        <DialogFooter>
          <Button look="quiet" className="mr-auto" disabled={picture.uses.length > 0} onClick={() => ask(removal)}>
            Delete
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={saving.busy}>
            {saving.busy ? "Saving…" : "Save"}
          </Button>
        </DialogFooter>
      )}
      {confirm}
    </form>
  );
}

function Uses({ picture }: { picture: StaffPicture }) {
  if (picture.uses.length === 0) return <p className="text-muted text-small">Not used anywhere.</p>;
  return (
    <section aria-label="Where it’s used">
      <Subheading as="h3" className="mb-1.5">
        Used in
      </Subheading>
      <ul>
        {picture.uses.map(({ kind, id, title, deleted }) => (
          <li key={`${kind} ${id}`} className="border-t border-line py-1.5 text-small">
            <span className="text-muted">{kind}</span> <Used {...{ kind, id, title }} />
            {deleted && <span className="text-muted"> (in the trash)</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A record's title, linked to where it is edited. */
function Used({ kind, id, title }: { kind: string; id: number; title: string }) {
  const to = screenOf(kind, id);
  return to ? (
    <Link to={to} className="underline decoration-gold decoration-2 underline-offset-[0.2em]">
      {title || "Untitled"}
    </Link>
  ) : (
    title
  );
}

function screenOf(kind: string, id: number): string | null {
  switch (kind) {
    case "article":
      return adminPaths.piece("articles", id);
    case "guide":
      return adminPaths.piece("guides", id);
    case "offer":
      return adminPaths.content({ view: "carousel", edit: String(id) });
    case "daily offer":
      return adminPaths.content({ view: "daily", edit: String(id) });
    case "author":
      return adminPaths.authors({ edit: String(id) });
    default:
      return null;
  }
}

interface FocalPointProps {
  picture: StaffPictureCard;
  x: number;
  y: number;
  editable: boolean;
  onChange: (x: number, y: number) => void;
}

/** The shapes to which pictures are cropped. */
const crops = { Article: "aspect-3/2", Phone: "aspect-2/1", Square: "aspect-square" };

/** Sets the part of a picture that stays in view when it is cropped, with a click or two sliders. */
function FocalPoint({ picture, x, y, editable, onChange }: FocalPointProps) {
  const choose = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, of: number) => Math.min(100, Math.max(0, Math.round((at / of) * 100)));
    onChange(percent(event.clientX - box.left, box.width), percent(event.clientY - box.top, box.height));
  };
  const slider = (label: string, value: number, change: (value: number) => void) => (
    <label className="grid gap-1 text-small [&>input]:w-full [&>input]:min-h-6 [&>input]:accent-brand">
      <span>{label}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={value}
        disabled={!editable}
        aria-valuetext={`${value} percent`}
        onChange={(event) => change(Number(event.currentTarget.value))}
      />
    </label>
  );
  const position = { objectPosition: `${x}% ${y}%` };
  return (
    <fieldset className="grid gap-2.5 min-w-0 [&>legend]:font-semibold">
      <legend>Focal point</legend>
      <p className="field-hint">Click the part that should stay visible when the picture is cropped.</p>
      {/* biome-ignore lint/a11y: the sliders do the same */}
      <div
        className="focal-whole relative justify-self-start max-w-full overflow-hidden rounded-small bg-sunken data-editable:[cursor:crosshair] [&>img]:block [&>img]:w-auto [&>img]:max-w-full [&>img]:h-auto [&>img]:max-h-80"
        data-editable={editable || undefined}
        onClick={editable ? choose : undefined}
      >
        <img src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} draggable={false} />
        <span
          className="absolute w-7 h-7 border-3 border-[#fff] rounded-full [box-shadow:0_0_0_2px_rgb(8_20_16_/_75%),inset_0_0_0_2px_rgb(8_20_16_/_75%)] [translate:-50%_-50%] pointer-events-none"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </div>
      <div className="grid grid-cols-[1fr_1fr] gap-4">
        {slider("Horizontal position", x, (x) => onChange(x, y))}
        {slider("Vertical position", y, (y) => onChange(x, y))}
      </div>
      <ul className="flex items-end gap-3" aria-label="Cropped preview">
        {Object.entries(crops).map(([name, shape]) => (
          <li key={name} className="grid gap-1 text-(length:--text-label) text-muted">
            <img
              src={picture.url}
              alt=""
              style={position}
              className={`h-18 rounded-[2px] bg-sunken object-cover ${shape}`}
            />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
