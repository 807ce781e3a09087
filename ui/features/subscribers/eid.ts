import { useSearchParams } from "react-router";
import { useMounted } from "../../shared/ui/time.tsx";

/**
 * The signed token of an email's link. Undefined until mounted, because the HTML is the same for everyone; null if the
 * URL has none.
 */
export function useEid(): string | null | undefined {
  const mounted = useMounted();
  const [params] = useSearchParams();
  return mounted ? params.get("eid") || null : undefined;
}
