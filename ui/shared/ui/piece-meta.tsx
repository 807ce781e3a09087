import type { Article } from "../api.gen.ts";
import { Head, shareImage } from "../head.tsx";
import { useSite } from "../site.ts";
import { article, breadcrumbs, type Crumb, type Thing } from "../structured-data.ts";

interface PieceMetaProps {
  piece: Pick<Article, "title" | "imageUrl" | "picture" | "category" | "revisedAt" | "authorName" | "authorSlug">;
  path: string;
  description: string;
  published: string;
  /** The pages above it. */
  trail: Crumb[];
  /** A preview is not indexed by search engines. */
  preview: boolean;
  /** What else it is. */
  more?: Thing[];
}

/** The metadata of an article or a guide. */
export function PieceMeta({ piece, path, description, published, trail, preview, more = [] }: PieceMetaProps) {
  const site = useSite();
  const { title, imageUrl: image, picture, category, revisedAt: modified, authorName, authorSlug } = piece;
  const data = article(site, {
    ...{ path, title, description, category, published, modified },
    image: shareImage(site, { path, title, image, picture, category }),
    author: { name: authorName, slug: authorSlug },
  });
  return (
    <Head
      {...{ title, description, path, image, picture, category, published, modified }}
      type="article"
      noindex={preview}
      markdown={`${path}.md`}
      jsonLd={[data, ...more, breadcrumbs(site.baseUrl, [...trail, { name: title, path }])]}
    />
  );
}
