import { useEffect, useState } from "react";
import { CheckLines } from "../check-lines.tsx";
import type { Values } from "../kind.ts";
import { TextButton } from "../parts/buttons.tsx";
import { checksOf, ownLinks } from "./checks.ts";
import type { WantedPicture } from "./wanted-picture.ts";

interface ChecklistProps {
  values: Values;
  summary: string;
  /** Jumps to a picture. */
  onPicture: (picture: WantedPicture) => void;
}

/** Checks before publishing. */
export function Checklist({ values, summary, onPicture }: ChecklistProps) {
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
