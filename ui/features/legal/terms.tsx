import { paths } from "../../paths.ts";
import { LegalPage, loaderOf } from "./legal-page.tsx";

export const loader = loaderOf("terms");

export function Component() {
  return (
    <LegalPage
      title="Terms & Conditions"
      description="The rules for reading this site, using our tips and following our offers."
      pathOf={paths.termsOf}
    />
  );
}
