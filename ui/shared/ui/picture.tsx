/** Stands in for a piece that has no picture. */
const defaultImage = "/images/default.svg";

interface PictureProps {
  src: string | null;
  alt?: string | null;
  /** The picture at the top of a page is wanted at once; all others when they come near. */
  first?: boolean;
  className?: string;
}

/** An illustration in its reserved 3:2 frame. Without a description it is decoration beside its title. */
export function Picture({ src, alt, first = false, className = "" }: PictureProps) {
  return (
    <img
      src={src ?? defaultImage}
      alt={alt ?? ""}
      width="1200"
      height="800"
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
      className={`picture ${className}`}
    />
  );
}
