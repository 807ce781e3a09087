import { paths } from "../../paths.ts";
import { LegalPage } from "./legal-page.tsx";
import html from "./privacy.md";

export function Component() {
  return (
    <LegalPage
      title="Privacy Policy"
      description="What this site learns about you, what it does with it, and how to have it forgotten."
      path={paths.privacy}
      html={html}
    />
  );
}
