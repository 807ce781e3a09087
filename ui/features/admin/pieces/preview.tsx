import { useEffect, useRef, useState } from "react";
import { explain } from "../../../shared/api.ts";
import { write } from "../calls.ts";
import { bodyOf } from "../kind.ts";
import { Segment, Segments } from "../parts/toolbar.tsx";
import type { RecordForm } from "../use-record-form.ts";
import type { Desk, Piece } from "./piece.ts";

/** Pause in typing before the preview updates, in milliseconds. */
const pauseMs = 120;

const widths = { phone: 390, desktop: 1280 } as const;
type Width = keyof typeof widths;

interface PreviewProps<T extends Piece> {
  desk: Desk<T>;
  piece: T;
  form: RecordForm<T>;
}

/** A preview of the page while it is being edited. */
export function Preview<T extends Piece>({ desk, piece, form }: PreviewProps<T>) {
  const [width, setWidth] = useState<Width>("phone");
  const { path, looks, problem } = useTyped(desk, piece, form);
  return (
    <section className="sticky top-[calc(var(--bar)_+_4.5rem)] min-w-0" aria-label="Preview">
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center mb-3">
        <Segments label="Width">
          {(["phone", "desktop"] as const).map((id) => (
            <Segment key={id} pressed={width === id} onClick={() => setWidth(id)}>
              {id === "phone" ? "Phone" : "Desktop"}
            </Segment>
          ))}
        </Segments>
        <p role="status" className="text-danger text-small">
          {problem}
        </p>
      </div>
      {path && <Frames path={path} looks={looks} width={widths[width]} />}
    </section>
  );
}

/** The address of the preview of unsaved changes, and how often it changed. */
function useTyped<T extends Piece>({ kind }: Desk<T>, { id }: T, { values, changed }: RecordForm<T>) {
  const [shown, setShown] = useState<{ path: string | null; looks: number }>({ path: null, looks: 0 });
  const [problem, setProblem] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` follows from `values`
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      try {
        const typed = bodyOf(kind, values, [...new Set(["title", ...changed])]);
        const { url } = await write<{ url: string }>("POST", `${kind.path}/${id}/preview-link`, typed);
        if (!wanted) return;
        setProblem("");
        setShown(({ looks }) => ({ path: new URL(url).pathname, looks: looks + 1 }));
      } catch (error) {
        if (wanted) setProblem(explain(error));
      }
    };
    const timer = setTimeout(look, pauseMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [kind, id, values]);
  return { ...shown, problem };
}

interface FramesProps {
  path: string;
  looks: number;
  /** Of the page, in CSS pixels; it is scaled to fit. */
  width: number;
}

/** Shows a page. A new version replaces the old one when loaded, with the same scroll position. */
function Frames({ path, looks, width }: FramesProps) {
  const [ready, setReady] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ width: number; height: number }>();
  useEffect(() => {
    if (!box.current) return;
    const watching = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
    watching.observe(box.current);
    return () => watching.disconnect();
  }, []);
  const scale = room ? Math.min(1, room.width / width) : 1;
  const left = room ? (room.width - width * scale) / 2 : 0;
  const loaded = (look: number) => {
    const [before, after] = [frameOf(box.current, ready), frameOf(box.current, look)];
    after?.scrollTo({ top: before?.scrollY ?? 0, behavior: "instant" });
    setReady((last) => Math.max(last, look));
  };
  return (
    <div
      ref={box}
      className="relative h-[calc(100dvh_-_var(--bar)_-_9.5rem)] overflow-hidden border border-line rounded-large bg-line [&_iframe]:absolute [&_iframe]:top-0 [&_iframe]:border-0 [&_iframe]:[transform-origin:0_0] [&_[data-waits]]:invisible"
    >
      {(ready > 0 && ready < looks ? [ready, looks] : [looks]).map((look) => (
        <iframe
          key={look}
          title={look === ready || ready === 0 ? "Page preview" : "Updated page preview"}
          src={path}
          data-look={look}
          data-waits={(ready > 0 && look !== ready) || undefined}
          inert={ready > 0 && look !== ready}
          style={{ left, width, height: (room?.height ?? 0) / scale, scale: String(scale) }}
          onLoad={() => loaded(look)}
        />
      ))}
    </div>
  );
}

/** The window of a version's frame. */
function frameOf(box: HTMLElement | null, look: number): Window | null {
  return box?.querySelector<HTMLIFrameElement>(`[data-look="${look}"]`)?.contentWindow ?? null;
}
