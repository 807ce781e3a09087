import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { curly } from "../curly.ts";
import { ExampleBadge } from "./badge.tsx";
import { Picture, sizes } from "./picture.tsx";

interface AuthorCardProps {
  piece: {
    authorName: string;
    authorSlug: string | null;
    authorIsExample: boolean;
    authorBio: string;
    authorCredentials: string;
    authorImageUrl: string | null;
  };
}

/** The author's card below a piece. It is hidden for an author without a page. */
export function AuthorCard({ piece }: AuthorCardProps) {
  if (!piece.authorSlug) return null;
  return (
    <section
      aria-label="About the author"
      className="mt-12 flex max-w-[42rem] items-start gap-x-5 border-y border-line py-6"
    >
      {piece.authorImageUrl && (
        <Picture src={piece.authorImageUrl} sizes={sizes.small} className="aspect-square w-20 shrink-0 rounded-full" />
      )}
      <div className="min-w-0">
        <p className="font-display text-subheading leading-tight">
          <Link
            to={paths.author(piece.authorSlug)}
            rel="author"
            className="font-semibold text-ink underline decoration-gold decoration-2 underline-offset-[0.16em] pointer-coarse:py-3"
          >
            {piece.authorName}
          </Link>{" "}
          {piece.authorIsExample && <ExampleBadge />}
        </p>
        <p className="text-small text-muted">{curly(piece.authorCredentials)}</p>
        <p className="mt-2">{curly(piece.authorBio)}</p>
      </div>
    </section>
  );
}
