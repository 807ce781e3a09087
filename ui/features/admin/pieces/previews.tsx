import { useSite } from "../../../shared/site.ts";
import { limits } from "./checks.ts";

interface PreviewsProps {
  title: string;
  summary: string;
  imageUrl: string;
  /** Path of the page. */
  path: string;
}

/** How the page may look in search results and on social networks. */
export function Previews({ title, summary, imageUrl, path }: PreviewsProps) {
  const { baseUrl, siteName } = useSite();
  const { host } = new URL(baseUrl);
  const heading = title || "Untitled";
  return (
    <>
      <figure className="py-3 px-3.5 border border-line rounded-small bg-surface text-(length:--text-label) wrap-anywhere">
        <figcaption className="sr-only">In a search result</figcaption>
        <p className="text-(length:--text-label) text-muted">
          {host}
          {path.replaceAll("/", " › ")}
        </p>
        <p className="mt-0.5 mb-1 text-[1rem] leading-[1.3]">{cut(`${heading} | ${siteName}`, limits.title)}</p>
        <p>{cut(summary, limits.summary) || "The summary appears here."}</p>
      </figure>
      <figure className="overflow-hidden border border-line rounded-small bg-surface">
        <figcaption className="sr-only">In a shared link</figcaption>
        {/* Similar to ssr/share.ts: the title at the bottom, about as large as fits. */}
        <div className="flex [container-type:inline-size] overflow-hidden aspect-[1200/630] bg-[#fcfbf6] text-[#10261e] font-display [&>div]:flex [&>div]:flex-col [&>div]:flex-1 [&>div]:min-w-0 [&>div]:p-[5cqi] [&>img]:w-[40%] [&>img]:h-full [&>img]:object-cover">
          <div>
            <p className="pb-[1.5cqi] border-b text-[#14463a] text-[3.4cqi]">{siteName}</p>
            <p className="mt-auto leading-[1.15]" style={{ fontSize: `${titleSize(heading, Boolean(imageUrl))}cqi` }}>
              {heading}
            </p>
          </div>
          {imageUrl && <img src={imageUrl} alt="" width="480" height="630" />}
        </div>
        <div className="px-3.5 py-2.5">
          <p className="text-(length:--text-label) text-muted">{host}</p>
          <p className="font-semibold leading-[1.3]">{heading}</p>
        </div>
      </figure>
    </>
  );
}

/** Estimates the size at which a title fits, beside a picture or alone, in hundredths of the width. */
function titleSize(title: string, pictured: boolean): number {
  const [width, height] = [pictured ? 50 : 90, 30];
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  return Math.min(11, width / (0.5 * longestWord), Math.sqrt((width * height) / (0.8 * title.length)));
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(" ", most - 1)).replace(/\W+$/, "")} …`;
}
