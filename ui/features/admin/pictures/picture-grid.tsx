import type { StaffPictureCard } from "../../../shared/api.gen.ts";
import { thumbnail } from "../../../shared/picture.ts";

interface PictureGridProps {
  pictures: StaffPictureCard[];
  /** Accessible verb before the picture's name: "Open", "Choose". */
  act: string;
  onPick: (picture: StaffPictureCard) => void;
}

/** A grid of uncropped pictures with their names and whether they have alt text. */
export function PictureGrid({ pictures, act, onPick }: PictureGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,44vw),1fr))] gap-x-4 gap-y-5 lg:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] in-[.dialog]:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] lg:in-[.dialog]:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <button
            type="button"
            className="group grid w-full min-w-0 cursor-pointer gap-0.5 text-start focus-visible:outline-offset-4"
            onClick={() => onPick(picture)}
          >
            <span className="mb-1.5 grid aspect-4/3 place-items-center overflow-hidden rounded-small border border-line bg-sunken p-2 group-hover:border-muted">
              <img
                src={thumbnail(picture.url)}
                alt=""
                width={picture.width}
                height={picture.height}
                loading="lazy"
                decoding="async"
                className="h-auto max-h-full min-h-0 w-auto max-w-full rounded-[2px] object-contain"
              />
            </span>
            <span className="overflow-hidden text-small font-semibold text-ellipsis whitespace-nowrap">
              <span className="sr-only">{act} </span>
              {picture.name}
            </span>
            <span className="flex flex-wrap gap-x-2.5 gap-y-0 text-muted text-(length:--text-label) figures-tabular">
              {picture.width.toLocaleString("en-US")} × {picture.height.toLocaleString("en-US")}
              {!picture.alt && (
                <span className="px-1.5 rounded-[2px] bg-(--savings-ground) text-(--savings-ink)">No alt text</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
