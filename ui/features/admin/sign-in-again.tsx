import { paths } from "../../paths.ts";
import { textButtonLook } from "./parts/buttons.tsx";
import { Note } from "./parts/texts.tsx";

/** Says that the action requires a recent sign-in, with a link to sign in. */
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
