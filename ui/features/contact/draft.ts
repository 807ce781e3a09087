import { useEffect, useState } from "react";
import type { Values } from "../../shared/form/use-form.ts";

const key = "message";

/** A message that is not sent yet, kept in this tab so that a reload or a step aside loses nothing. It is read after mount. */
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
    /** Whether fields have to take their values from the draft. */
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
