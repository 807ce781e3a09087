import { lazy, Suspense } from "react";
import { isStaff } from "../../shared/staff.ts";
import { useUser } from "../../shared/user.ts";

const MakeLink = lazy(() => import("./make-link.tsx"));

/** What only staff find on a page. It comes once it is known who is there, for the page is the same for everybody. */
export function StaffTools() {
  const user = useUser();
  if (!user || !isStaff(user.role)) return null;
  return (
    <Suspense>
      <MakeLink />
    </Suspense>
  );
}
