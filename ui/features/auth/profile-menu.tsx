import { Link, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { signOut, type User } from "../../shared/user.ts";

/** The signed-in user's menu; loaded only for them. */
export default function ProfileMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const name = user.displayName || [user.firstName, user.lastName].filter(Boolean).join(" ");
  const close = () => document.getElementById("profile-menu")?.hidePopover();
  return (
    <>
      <button type="button" className="avatar" popoverTarget="profile-menu" aria-label="Profile menu">
        {user.profileImage ? <img src={user.profileImage} alt="" width="36" height="36" /> : initials(user)}
      </button>
      <div id="profile-menu" popover="auto" className="menu w-56">
        <div className="border-b border-line p-3">
          {name && <p className="font-semibold">{name}</p>}
          <p className="text-small text-muted break-all">{user.email}</p>
        </div>
        {user.role === "admin" && (
          <Link to={paths.adminContent} className="menu-item" onClick={close}>
            Admin Panel
          </Link>
        )}
        <button
          type="button"
          className="menu-item"
          onClick={async () => {
            close();
            if (await signOut()) navigate(paths.home);
          }}
        >
          Log out
        </button>
      </div>
    </>
  );
}

/** The initials of first and last name, else the first letter of the e-mail, uppercased. */
function initials({ firstName, lastName, email }: User): string {
  const letters = `${firstName?.charAt(0) ?? ""}${lastName?.charAt(0) ?? ""}`;
  return (letters || email.charAt(0)).toUpperCase();
}
