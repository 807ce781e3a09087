import { DropdownMenu } from "radix-ui";
import { paths } from "../../paths.ts";
import type { User } from "../../shared/api.gen.ts";
import { showError } from "../../shared/ui/show-toast.ts";
import { signOut } from "../../shared/user.ts";

const item =
  "flex min-h-11 w-full cursor-pointer items-center px-4 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-4 data-highlighted:bg-sunken";

/** The signed-in user, and the button to sign out. */
export function Account({ user }: { user: User }) {
  const name = user.displayName ?? user.email;
  const leave = async () => {
    if (await signOut()) location.assign(paths.home);
    else void showError("We couldn’t log you out. Try again.");
  };
  return (
    // A modal menu locks the page with a style element, which our policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className="grid place-items-center w-8 h-8 rounded-full bg-brand text-on-brand text-small font-semibold cursor-pointer"
        aria-label={`${name}’s account`}
      >
        <span aria-hidden="true">{name.charAt(0).toUpperCase()}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="z-30 w-60 border border-line rounded-large bg-surface text-inherit [box-shadow:var(--lifted)] text-small"
          align="end"
          sideOffset={6}
          collisionPadding={16}
        >
          <DropdownMenu.Label className="py-3 px-4 border-b border-b-line wrap-anywhere">
            {user.displayName && <p className="font-semibold">{user.displayName}</p>}
            <p>{user.email}</p>
            <p className="text-muted">{user.role}</p>
          </DropdownMenu.Label>
          <DropdownMenu.Item asChild>
            <a href={paths.home} className={item}>
              View site
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={item} onSelect={leave}>
            Log out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
