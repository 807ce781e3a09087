import type { MouseEvent } from "react";
import type { UploadedPicture } from "../../../shared/api.gen.ts";

interface FocalPointProps {
  picture: UploadedPicture;
  x: number;
  y: number;
  editable: boolean;
  onChange: (x: number, y: number) => void;
}

/** What must stay in view where a picture is cropped: chosen by a click, or by two sliders. */
export function FocalPoint({ picture, x, y, editable, onChange }: FocalPointProps) {
  const choose = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, of: number) => Math.min(100, Math.max(0, Math.round((at / of) * 100)));
    onChange(percent(event.clientX - box.left, box.width), percent(event.clientY - box.top, box.height));
  };
  const slider = (label: string, value: number, change: (value: number) => void) => (
    <label className="focal-slider">
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
    <fieldset className="focal">
      <legend>Focal point</legend>
      <p className="field-hint">Click what must stay in view where the picture is cropped.</p>
      {/* biome-ignore lint/a11y: the sliders do the same */}
      <div className="focal-whole" data-editable={editable || undefined} onClick={editable ? choose : undefined}>
        <img src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} draggable={false} />
        <span className="focal-mark" style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      <div className="focal-sliders">
        {slider("Left to right", x, (x) => onChange(x, y))}
        {slider("Top to bottom", y, (y) => onChange(x, y))}
      </div>
      <ul className="focal-crops" aria-label="As it is cropped">
        {["Article", "Phone", "Square"].map((crop) => (
          <li key={crop}>
            <img src={picture.url} alt="" style={position} data-crop={crop.toLowerCase()} />
            <span>{crop}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
