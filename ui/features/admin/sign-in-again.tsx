import { paths } from "../../paths.ts";

/** Says that the sign-in is too old for what was asked, and leads to a new one. */
export function SignInAgain({ refused }: { refused: string }) {
  return (
    <p role="alert" className="note">
      {refused}{" "}
      <a href={paths.signIn(paths.admin({ view: "access" }))} className="link-button" rel="nofollow">
        Sign in again
      </a>
    </p>
  );
}
