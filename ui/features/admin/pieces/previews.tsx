import { useSite } from "../../../shared/site.ts";
import { limits } from "./checks.ts";

interface PreviewsProps {
  title: string;
  summary: string;
  imageUrl: string;
  /** The path of the page. */
  path: string;
}

/** How a search engine and a social network may show the page. */
export function Previews({ title, summary, imageUrl, path }: PreviewsProps) {
  const { baseUrl, siteName } = useSite();
  const { host } = new URL(baseUrl);
  const heading = title || "Untitled";
  return (
    <>
      <figure className="search-preview">
        <figcaption className="sr-only">In a search result</figcaption>
        <p className="search-preview-where">
          {host}
          {path.replaceAll("/", " › ")}
        </p>
        <p className="search-preview-title">{cut(`${heading} | ${siteName}`, limits.title)}</p>
        <p>{cut(summary, limits.summary) || "The summary shows here."}</p>
      </figure>
      <figure className="share-preview">
        <figcaption className="sr-only">In a shared link</figcaption>
        <div className="share-image">
          <div>
            <p className="share-image-site">{siteName}</p>
            <p className="share-image-title">{heading}</p>
          </div>
          {imageUrl && <img src={imageUrl} alt="" width="480" height="630" />}
        </div>
        <div className="share-preview-about">
          <p className="share-preview-where">{host}</p>
          <p className="share-preview-title">{heading}</p>
        </div>
      </figure>
    </>
  );
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(" ", most - 1)).replace(/\W+$/, "")} …`;
}
