import type { MouseEvent } from "react";
import type { StaffPictureCard } from "../../../shared/api.gen.ts";

interface FocalPointProps {
  picture: StaffPictureCard;
  x: number;
  y: number;
  editable: boolean;
  onChange: (x: number, y: number) => void;
}

/** The shapes to which pictures are cropped. */
const crops = { Article: "aspect-3/2", Phone: "aspect-2/1", Square: "aspect-square" };

/** Sets the part of a picture that stays in view when it is cropped, with a click or two sliders. */
export function FocalPoint({ picture, x, y, editable, onChange }: FocalPointProps) {
  const choose = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, of: number) => Math.min(100, Math.max(0, Math.round((at / of) * 100)));
    onChange(percent(event.clientX - box.left, box.width), percent(event.clientY - box.top, box.height));
  };
  const slider = (label: string, value: number, change: (value: number) => void) => (
    <label className="grid gap-1 text-small [&>input]:w-full [&>input]:min-h-6 [&>input]:accent-brand">
      <span>{label}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={value}
        disabled={!editable}
        aria-valuetext={`${value} percent`}
        onChange={(event) => change(Number(event.currentTarget.value))}
      />
    </label>
  );
  const position = { objectPosition: `${x}% ${y}%` };
  return (
    <fieldset className="grid gap-2.5 min-w-0 [&>legend]:font-semibold">
      <legend>Focal point</legend>
      <p className="field-hint">Click the part that should stay visible when the picture is cropped.</p>
      {/* biome-ignore lint/a11y: the sliders do the same */}
      <div
        className="focal-whole relative justify-self-start max-w-full overflow-hidden rounded-small bg-sunken data-editable:[cursor:crosshair] [&>img]:block [&>img]:w-auto [&>img]:max-w-full [&>img]:h-auto [&>img]:max-h-80"
        data-editable={editable || undefined}
        onClick={editable ? choose : undefined}
      >
        <img src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} draggable={false} />
        <span
          className="absolute w-7 h-7 border-3 border-[#fff] rounded-full [box-shadow:0_0_0_2px_rgb(8_20_16_/_75%),inset_0_0_0_2px_rgb(8_20_16_/_75%)] [translate:-50%_-50%] pointer-events-none"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </div>
      <div className="grid grid-cols-[1fr_1fr] gap-4">
        {slider("Horizontal position", x, (x) => onChange(x, y))}
        {slider("Vertical position", y, (y) => onChange(x, y))}
      </div>
      <ul className="flex items-end gap-3" aria-label="Cropped preview">
        {Object.entries(crops).map(([name, shape]) => (
          <li key={name} className="grid gap-1 text-(length:--text-label) text-muted">
            <img
              src={picture.url}
              alt=""
              style={position}
              className={`h-18 rounded-[2px] bg-sunken object-cover ${shape}`}
            />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
