/** Shorter pieces need no table of contents. */
const fromEntries = 4;

interface ContentsProps {
  toc: { id: string; title: string }[];
  /** The entries are steps. */
  numbered?: boolean;
}

/** The table of contents of a long piece. */
export function Contents({ toc, numbered }: ContentsProps) {
  if (toc.length < fromEntries) return null;
  return (
    <nav aria-label="On this page" className={numbered ? "toc toc-numbered" : "toc"}>
      <h2 className="label">On this page</h2>
      <ol>
        {toc.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
