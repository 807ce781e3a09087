import { Link } from "react-router";
import { paths } from "../../paths.ts";

/** The notice at collection: what a form is for and how long its data is kept. */
export function CollectionNotice({ children }: { children: string }) {
  return (
    <p className="field-hint">
      {children} We don’t sell it. <Link to={paths.privacy}>Privacy Policy</Link>,{" "}
      <Link to={paths.privacyChoices}>Your Privacy Choices</Link>
    </p>
  );
}
