import type { UploadedPicture } from "../../../shared/api.gen.ts";
import { thumbnail } from "../../../shared/picture.ts";

interface PictureGridProps {
  pictures: UploadedPicture[];
  /** What a press does, before the picture's name: "Open", "Choose". */
  act: string;
  onPick: (picture: UploadedPicture) => void;
}

/** Pictures side by side, whole, each with its name and whether it is described. */
export function PictureGrid({ pictures, act, onPick }: PictureGridProps) {
  return (
    <ul className="picture-grid">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <button type="button" className="picture-card" onClick={() => onPick(picture)}>
            <span className="picture-card-frame">
              <img
                src={thumbnail(picture.url)}
                alt=""
                width={picture.width}
                height={picture.height}
                loading="lazy"
                decoding="async"
              />
            </span>
            <span className="picture-card-name">
              <span className="sr-only">{act} </span>
              {picture.name}
            </span>
            <span className="picture-card-about">
              {picture.width.toLocaleString("en-US")} × {picture.height.toLocaleString("en-US")}
              {!picture.alt && <span className="picture-card-lack">No alt text</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
