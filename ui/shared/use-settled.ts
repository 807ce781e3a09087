import { useEffect, useState } from "react";
import { searchPauseMs } from "./constants.ts";

/** A value that is being typed, once typing pauses. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), searchPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
