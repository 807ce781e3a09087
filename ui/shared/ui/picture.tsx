import type { Picture as Upload } from "../api.gen.ts";
import { focus, srcset } from "../picture.ts";

/** Shown for pieces without a picture. */
const defaultImage = "/images/default.svg";

/** How wide pictures are shown, so that the browser can choose a file. */
export const sizes = {
  card: "(min-width: 64rem) 24rem, (min-width: 44rem) 46vw, 94vw",
  half: "(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, 94vw",
  small: "12rem",
  result: "9rem",
} as const;

const look =
  "block h-auto bg-skeleton object-cover object-[var(--focal-x,50%)_var(--focal-y,50%)] dark:[filter:brightness(0.92)]";
const frame = "aspect-3/2 w-full rounded-small";

interface PictureProps {
  src: string | null;
  alt?: string | null;
  /** Details of an uploaded picture. */
  picture?: Upload;
  sizes?: string;
  /** The picture is above the fold, so it is loaded eagerly. */
  first?: boolean;
  /** Classes for its shape and size, instead of 3:2 at full width. */
  className?: string;
}

/** An illustration or a photo in a 3:2 frame. Without alt text it is decorative. */
export function Picture({
  src,
  alt,
  picture,
  sizes: width = sizes.card,
  first = false,
  className = frame,
}: PictureProps) {
  return (
    <Sources src={src} sizes={width}>
      <img
        src={src ?? defaultImage}
        alt={alt ?? ""}
        width={picture?.width ?? 1200}
        height={picture?.height ?? 800}
        loading={first ? undefined : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding="async"
        className={`${look} ${className} ${focus(picture)}`}
      />
    </Sources>
  );
}

/** One of the illustrations in ui/public/images/steps. */
export function Motif({ name, lazy, className }: { name: string; lazy?: boolean; className: string }) {
  return (
    <img
      src={`/images/steps/${name}.svg`}
      alt=""
      width="800"
      height="600"
      loading={lazy ? "lazy" : undefined}
      className={`${look} rounded-small ${className}`}
    />
  );
}

interface SourcesProps {
  src: string | null;
  sizes: string;
  /** The <img> that shows one of the files. */
  children: React.ReactElement;
}

/** The files of an uploaded picture around its <img>. Any other picture is unchanged. */
export function Sources({ src, sizes, children }: SourcesProps) {
  const avif = src && srcset(src, "avif");
  if (!src || !avif) return children;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={srcset(src, "webp")} sizes={sizes} />
      {children}
    </picture>
  );
}
