import { useLocation } from "react-router";
import { useMounted } from "../ui/time.tsx";
import { nobody, type Visitor } from "./visitor.ts";

/** Who is looking. The shared HTML knows nobody; the browser learns it from its own address once it has taken over. */
export function useVisitor(): Visitor {
  const { search } = useLocation();
  return useMounted() ? { query: search.slice(1), optedOut: sendsGlobalPrivacyControl() } : nobody;
}

function sendsGlobalPrivacyControl(): boolean {
  return Reflect.get(navigator, "globalPrivacyControl") === true;
}
