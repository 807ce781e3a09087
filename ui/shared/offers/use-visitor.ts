import { useLocation } from "react-router";
import { choseOptOut, sendsGlobalPrivacyControl } from "../opt-out.ts";
import { useMounted } from "../ui/time.tsx";
import { nobody, type Visitor } from "./visitor.ts";

/** Returns the visitor: `nobody` in the shared HTML, and the URL's and browser's data after hydration. */
export function useVisitor(): Visitor {
  const { search } = useLocation();
  return useMounted() ? { query: search.slice(1), optedOut: sendsGlobalPrivacyControl() || choseOptOut() } : nobody;
}
