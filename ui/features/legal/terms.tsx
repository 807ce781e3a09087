import { paths } from "../../paths.ts";
import { LegalPage, loaderOf } from "./legal-page.tsx";

export const loader = loaderOf("terms");

export function Component() {
  return (
    <LegalPage
      title="Terms & Conditions"
      description="The terms on which you read this site, take its tips and follow its offers."
      pathOf={paths.termsOf}
    />
  );
}
