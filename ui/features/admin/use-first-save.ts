import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Entry } from "./kind.ts";

/** Waits for saves on a record's screen. The first one of a new record changes the address, and editing continues. */
export function useFirstSave<T extends Entry>(
  item: T | null,
  onCreated: (item: T) => void,
  at: (id: number) => string,
): (saving: Promise<T | null>) => Promise<T | null> {
  const navigate = useNavigate();
  const { key: opened } = useLocation();
  const isNew = useRef(item === null);
  useEffect(() => {
    isNew.current = item === null;
    return () => {
      isNew.current = false; // a save that ends later doesn't navigate back
    };
  }, [item]);
  return async (saving) => {
    const saved = await saving;
    if (saved && isNew.current) {
      isNew.current = false;
      onCreated(saved);
      navigate(at(saved.id), { replace: true, preventScrollReset: true, state: { opened, keepFocus: true } });
    }
    return saved;
  };
}
