import { paths } from "../../paths.ts";
import { textButtonLook } from "./parts/buttons.tsx";
import { Note } from "./parts/texts.tsx";

/** Says that the sign-in is too old for what was asked, and leads to a new one. */
export function SignInAgain({ refused }: { refused: string }) {
  return (
    <Note role="alert">
      {refused}{" "}
      <a href={paths.signIn(paths.admin({ view: "access" }))} className={textButtonLook} rel="nofollow">
        Sign in again
      </a>
    </Note>
  );
}
