import type { HealthPart } from "../../../shared/api.gen.ts";
import { levelWords } from "./health.ts";

/** The marks differ in shape, too. */
const marks = {
  good: "before:rounded-full before:bg-[#1d7a4a] dark:before:bg-[#6bd39a]",
  warning: "before:bg-gold before:[clip-path:polygon(50%_0,100%_100%,0_100%)]",
  bad: "font-semibold text-danger before:bg-danger",
};

/** How serious something is, in a word after its mark. */
export function Level({ level }: { level: HealthPart["level"] }) {
  return (
    <span
      className={`inline-flex flex-none items-center gap-1.5 text-small whitespace-nowrap before:size-2.5 before:content-[''] ${marks[level]}`}
    >
      {levelWords[level]}
    </span>
  );
}
