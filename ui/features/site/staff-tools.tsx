import { lazy, Suspense } from "react";
import { isStaff } from "../../shared/staff.ts";
import { useUser } from "../../shared/user.ts";

const MakeLink = lazy(() => import("./make-link.tsx"));

/**
 * Tools that only staff see on a page. They load after the user is known, because the page is the same for everyone.
 */
export function StaffTools() {
  const user = useUser();
  if (!user || !isStaff(user.role)) return null;
  return (
    <Suspense>
      <MakeLink />
    </Suspense>
  );
}
