import { useEffect, useState } from "react";
import type { Values } from "../../shared/form/use-form.ts";

const key = "message";

/** An unsent message, kept in this tab so that a reload or a detour doesn't lose it. It is read after mounting. */
export function useMessageDraft() {
  const [draft, setDraft] = useState<Values>({});
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const kept = read();
    if (!kept) return;
    setDraft(kept);
    setRestored(true);
  }, []);
  return {
    draft,
    /** Whether fields must take their values from the draft. */
    restored,
    keep: (values: Values) => sessionStorage.setItem(key, JSON.stringify(values)),
    forget: () => sessionStorage.removeItem(key),
  };
}

function read(): Values | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
