import { createContext, use, useEffect, useRef } from "react";

/** Something that can be done on the screen that is open, from the palette. */
export interface Action {
  label: string;
  keys?: string;
  run: () => void;
}

/** Where the screen that is open says what can be done on it. */
export const ActionsContext = createContext<{ current: (() => Action[]) | null }>({ current: null });

/** Offers these actions in the palette for as long as the screen is open. */
export function useActions(actions: Action[]): void {
  const offered = use(ActionsContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const now = () => latest.current;
    offered.current = now;
    return () => {
      if (offered.current === now) offered.current = null;
    };
  }, [offered]);
}
