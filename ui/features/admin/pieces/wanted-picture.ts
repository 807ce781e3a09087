import { createContext } from "react";

/** A picture in a text without alt text. */
export interface WantedPicture {
  /** Label of the text. */
  field: string;
  /** Index among the text's pictures without alt text. */
  nth: number;
}

/** The picture to jump to, until its text has shown it. */
export const WantedPictureContext = createContext<{ wanted: WantedPicture | null; onShown: () => void }>({
  wanted: null,
  onShown: () => {},
});
