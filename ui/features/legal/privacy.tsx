import { paths } from "../../paths.ts";
import { LegalPage, loaderOf } from "./legal-page.tsx";

export const loader = loaderOf("privacy");

export function Component() {
  return (
    <LegalPage
      title="Privacy Policy"
      description="What this site learns about you, how we use it, and how to have it deleted."
      pathOf={paths.privacyOf}
    />
  );
}
