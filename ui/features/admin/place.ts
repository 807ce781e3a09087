import { useLocation, useNavigate } from "react-router";
import { type AdminPlace, search } from "../../paths.ts";

interface Going {
  /** In the place of the step before in the history. */
  replace?: boolean;
  /** What is shown then begins at its top. */
  toTop?: boolean;
}

/** Where one is in the admin area, and the way elsewhere. It is all in the address, so a reload changes nothing. */
export function usePlace() {
  const navigate = useNavigate();
  const { search: query } = useLocation();
  return {
    place: placeOf(query),
    /** Changes some of the place; undefined takes it out. */
    go(change: AdminPlace, { replace = false, toTop = false }: Going = {}) {
      navigate(placeWith(change), { replace, preventScrollReset: !toTop });
    },
  };
}

/** The address of where one is by now, which may be later than the last render, with some of it changed. */
export function placeWith(change: AdminPlace): string {
  return location.pathname + search({ ...placeOf(location.search), ...change });
}

function placeOf(query: string): AdminPlace {
  return Object.fromEntries(new URLSearchParams(query));
}
