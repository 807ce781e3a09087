import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Puts a piece's own address in the address bar of whoever came by a former one, as the server does. */
export function useCanonicalPath(path: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (pathname !== path) navigate({ pathname: path, search, hash }, { replace: true, preventScrollReset: true });
  }, [pathname, path, search, hash, navigate]);
}
