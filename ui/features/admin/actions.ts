import { createContext, use, useEffect, useRef } from "react";

/** An action of the open screen, offered in the palette. */
export interface Action {
  label: string;
  keys?: string;
  run: () => void;
}

/** Where the open screen registers its actions. */
export const ActionsContext = createContext<{ current: (() => Action[]) | null }>({ current: null });

/** Offers actions in the palette while the screen is open. */
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
