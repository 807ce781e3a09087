import { useLocation, useNavigate } from "react-router";
import { type AdminPlace, paths } from "../../paths.ts";

/** Where one is in the admin area, and the way elsewhere. It is all in the address, so a reload changes nothing. */
export function usePlace() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const place: AdminPlace = Object.fromEntries(new URLSearchParams(search));
  return {
    place,
    /** Changes some of the place; undefined takes it out. */
    go(change: AdminPlace, { replace = false } = {}) {
      navigate(paths.admin({ ...place, ...change }), { replace, preventScrollReset: true });
    },
  };
}
