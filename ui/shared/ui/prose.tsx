import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/** An article's text: HTML that the server made safe. Links to pages of the site go through the router. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = link?.getAttribute("href");
    if (!plain || !href?.startsWith("/") || link?.target) return;
    event.preventDefault();
    navigate(href);
  };
  // biome-ignore lint: the links inside are the controls; this only saves a page load
  return <div className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A guide's plain text: a blank line starts a paragraph, lines that start with "- " are a list. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="prose">
      {text
        .split(/\n\s*\n/)
        .flatMap(blocksOf)
        .map((block, i) =>
          block.list ? (
            <ul key={i}>
              {block.lines.map((line, j) => (
                <li key={j}>{line}</li>
              ))}
            </ul>
          ) : (
            <p key={i}>{lineBroken(block.lines)}</p>
          ),
        )}
    </div>
  );
}

interface Block {
  list: boolean;
  lines: string[];
}

/** Runs of list lines and of other lines within one paragraph. */
function blocksOf(paragraph: string): Block[] {
  const blocks: Block[] = [];
  for (const raw of paragraph.split("\n")) {
    const line = raw.trim();
    if (!line) continue;
    const list = line.startsWith("- ");
    const last = blocks.at(-1);
    const text = list ? line.slice(2) : line;
    if (last?.list === list) last.lines.push(text);
    else blocks.push({ list, lines: [text] });
  }
  return blocks;
}

function lineBroken(lines: string[]) {
  return lines.map((line, i) => (i === 0 ? line : [<br key={i} />, line]));
}
