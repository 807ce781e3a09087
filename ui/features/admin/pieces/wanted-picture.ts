import { createContext } from "react";

/** A picture in a text that has no alt text. */
export interface WantedPicture {
  /** What the text is called on the screen. */
  field: string;
  /** Its number, from 0, among those of the text without one. */
  nth: number;
}

/** The picture that one asked to be led to, until its text has shown it. */
export const WantedPictureContext = createContext<{ wanted: WantedPicture | null; onShown: () => void }>({
  wanted: null,
  onShown: () => {},
});
