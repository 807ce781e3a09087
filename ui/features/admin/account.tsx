import { DropdownMenu } from "radix-ui";
import { paths } from "../../paths.ts";
import type { User } from "../../shared/api.gen.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { signOut } from "../../shared/user.ts";

/** Who is signed in, and the way out. */
export function Account({ user }: { user: User }) {
  const name = user.displayName ?? user.email;
  const leave = async () => {
    if (await signOut()) location.assign(paths.home);
    else void showToast({ title: "Error", text: "You could not be logged out.", look: "destructive", urgent: true });
  };
  return (
    // A modal menu would lock the page by a style element, which our policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="bar-account" aria-label={`Account of ${name}`}>
        <span aria-hidden="true">{name.charAt(0).toUpperCase()}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="bar-menu" align="end" sideOffset={6} collisionPadding={16}>
          <DropdownMenu.Label className="bar-menu-head">
            {user.displayName && <p className="font-semibold">{user.displayName}</p>}
            <p>{user.email}</p>
            <p className="text-muted">{user.role}</p>
          </DropdownMenu.Label>
          <DropdownMenu.Item asChild>
            <a href={paths.home} className="bar-menu-item">
              View site
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className="bar-menu-item" onSelect={leave}>
            Log out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
