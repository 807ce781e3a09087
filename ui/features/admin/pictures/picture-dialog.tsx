import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffPicture } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { attempt, changeLists, useAttempt, useReadOnce, write } from "../calls.ts";
import { Confirm } from "../confirm.tsx";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { words } from "../kind.ts";
import { Subheading } from "../parts/texts.tsx";
import { Problem, Rows } from "../states.tsx";
import { FocalPoint } from "./focal-point.tsx";

interface PictureDialogProps {
  id: string;
  mayEdit: boolean;
  onClose: () => void;
}

/** A picture: its name, alt text, focal point and uses. */
export function PictureDialog({ id, mayEdit, onClose }: PictureDialogProps) {
  const { data, error, reload } = useReadOnce<StaffPicture>(`/api/admin/pictures/${id}`);
  return (
    <Dialog title={data?.name ?? "Picture"} onClose={onClose} wide>
      {error ? (
        <Problem error={error} onRetry={reload} />
      ) : data ? (
        <Details key={data.version} picture={data} {...{ mayEdit, onClose }} />
      ) : (
        <Rows />
      )}
    </Dialog>
  );
}

function Details({ picture, mayEdit, onClose }: Omit<PictureDialogProps, "id"> & { picture: StaffPicture }) {
  const [name, setName] = useState(picture.name);
  const [alt, setAlt] = useState(picture.alt);
  const [focus, setFocus] = useState({ focalX: picture.focalX, focalY: picture.focalY });
  const saving = useAttempt();
  const [deleting, setDeleting] = useState(false);
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
  const remove = () =>
    attempt(
      async () => {
        await write("DELETE", path);
        changeLists("/api/admin/pictures", (rows) => rows.filter(({ id }) => id !== picture.id));
        onClose();
      },
      words.failed("picture", "delete"),
      { title: words.done("picture", "deleted"), text: picture.name },
    );
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
          <Button look="quiet" className="mr-auto" disabled={picture.uses.length > 0} onClick={() => setDeleting(true)}>
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
      {deleting && (
        <Confirm
          title="Delete picture"
          question={words.confirm("picture")}
          effect={words.effect("picture")}
          act="Delete"
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
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
      return paths.adminPiece("articles", id);
    case "guide":
      return paths.adminPiece("guides", id);
    case "offer":
      return paths.admin({ view: "carousel", edit: String(id) });
    case "daily offer":
      return paths.admin({ view: "daily", edit: String(id) });
    case "author":
      return paths.adminAuthors({ edit: String(id) });
    default:
      return null;
  }
}
