import { useEffect } from "react";

/** Makes the browser ask before leaving with unsaved changes. */
export function useLeaveWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const beforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", beforeLeaving);
    return () => removeEventListener("beforeunload", beforeLeaving);
  }, [unsaved]);
}
