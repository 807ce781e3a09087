import { useLocation, useNavigate } from "react-router";
import { type AdminPlace, paths } from "../../paths.ts";

/** Where one is in the admin area, and the way elsewhere. It is all in the address, so a reload changes nothing. */
export function usePlace() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return {
    place: placeOf(search),
    /** Changes some of the place; undefined takes it out. */
    go(change: AdminPlace, { replace = false } = {}) {
      navigate(placeWith(change), { replace, preventScrollReset: true });
    },
  };
}

/** The address of where one is by now, which may be later than the last render, with some of it changed. */
export function placeWith(change: AdminPlace): string {
  return paths.admin({ ...placeOf(location.search), ...change });
}

function placeOf(search: string): AdminPlace {
  return Object.fromEntries(new URLSearchParams(search));
}
