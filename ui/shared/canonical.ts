import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Replaces a former address of a piece in the address bar with the current one, as the server does. */
export function useCanonicalPath(path: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (pathname !== path) navigate({ pathname: path, search, hash }, { replace: true, preventScrollReset: true });
  }, [pathname, path, search, hash, navigate]);
}
