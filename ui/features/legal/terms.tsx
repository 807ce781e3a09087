import { paths } from "../../paths.ts";
import { LegalPage } from "./legal-page.tsx";
import html from "./terms.md";

export function Component() {
  return (
    <LegalPage
      title="Terms & Conditions"
      description="The terms on which you read this site, take its tips and follow its offers."
      path={paths.terms}
      html={html}
    />
  );
}
