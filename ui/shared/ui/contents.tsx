/** Shorter pieces need no table of contents. */
const fromEntries = 4;

interface ContentsProps {
  toc: { id: string; title: string; done?: boolean }[];
  /** The ID of the entry being read. */
  current?: string | null;
  /** Whether the entries are steps. */
  numbered?: boolean;
}

/** The table of contents of a long piece. */
export function Contents({ toc, current, numbered }: ContentsProps) {
  if (toc.length < fromEntries) return null;
  return (
    <nav
      aria-label="On this page"
      className="self-start border-y border-line py-4 text-[0.9375rem] lg:sticky lg:top-28 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto lg:border-b-0 print:hidden"
    >
      <h2 className="font-ui text-label uppercase text-muted">On this page</h2>
      <ol
        className={`mt-2.5 grid gap-x-9 gap-y-0.5 md:block md:columns-2 lg:columns-1 ${numbered ? "list-decimal pl-7 [&_::marker]:text-muted" : ""}`}
      >
        {toc.map(({ id, title, done }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "step" : undefined}
              className={`block py-[0.3125rem] leading-[1.35] pointer-coarse:py-3 decoration-2 underline-offset-[0.2em] hover:underline hover:decoration-gold aria-[current]:font-semibold ${done ? "text-muted line-through" : ""}`}
            >
              {title}
              {done && <span className="sr-only"> (done)</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
