/** A shorter piece is read faster than its table of contents. */
const fromEntries = 4;

interface ContentsProps {
  toc: { id: string; title: string }[];
  /** Its entries are steps, to be taken in their order. */
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
