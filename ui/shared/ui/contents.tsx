/** Shorter pieces need no table of contents. */
const fromEntries = 4;

interface ContentsProps {
  toc: { id: string; title: string; done?: boolean }[];
  /** The id of the entry that is being read. */
  current?: string | null;
  /** The entries are steps. */
  numbered?: boolean;
}

/** The table of contents of a long piece. */
export function Contents({ toc, current, numbered }: ContentsProps) {
  if (toc.length < fromEntries) return null;
  return (
    <nav aria-label="On this page" className={numbered ? "toc toc-numbered" : "toc"}>
      <h2 className="label">On this page</h2>
      <ol>
        {toc.map(({ id, title, done }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "step" : undefined}
              className={done ? "text-muted line-through" : undefined}
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
