import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { search } from "../../paths.ts";
import type { AdminPlace } from "../../shared/admin-paths.ts";

interface Going {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Scrolls to the top. */
  toTop?: boolean;
}

/** The current place in the admin area, and navigation. It is all in the address, so a reload changes nothing. */
export function usePlace() {
  const navigate = useNavigate();
  const { search: query } = useLocation();
  return {
    place: placeOf(query),
    /** Changes parts of the place; undefined removes one. */
    go(change: AdminPlace, { replace = false, toTop = false }: Going = {}) {
      navigate(placeWith(change), { replace, preventScrollReset: !toTop });
    },
  };
}

/** Scrolls to the part of the page in the address, once it is loaded. */
export function useHash(loaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [loaded, hash]);
}

/** The current address with changes. It may be newer than the last render's. */
export function placeWith(change: AdminPlace): string {
  return location.pathname + search({ ...placeOf(location.search), ...change });
}

function placeOf(query: string): AdminPlace {
  return Object.fromEntries(new URLSearchParams(query));
}
