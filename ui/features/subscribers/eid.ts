import { useSearchParams } from "react-router";
import { useMounted } from "../../shared/ui/time.tsx";

/**
 * The signed token of a link in a mail: undefined until the page has mounted, for the HTML is the same for everybody
 * and knows nothing of it; null when the address has none.
 */
export function useEid(): string | null | undefined {
  const mounted = useMounted();
  const [params] = useSearchParams();
  return mounted ? params.get("eid") || null : undefined;
}
