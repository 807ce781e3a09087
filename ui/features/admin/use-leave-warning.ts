import { useEffect } from "react";

/** Has the browser ask before one leaves while something is unsaved: what is typed is on the server only once it is saved. */
export function useLeaveWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const beforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", beforeLeaving);
    return () => removeEventListener("beforeunload", beforeLeaving);
  }, [unsaved]);
}
