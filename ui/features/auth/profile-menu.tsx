import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import type { User } from "../../shared/api.gen.ts";
import { isStaff } from "../../shared/staff.ts";
import dialogSheet from "../../shared/ui/dialog.css";
import { signOut } from "../../shared/user.ts";
import { Avatar, nameOf } from "./avatar.tsx";
import { Profile } from "./profile.tsx";
import sheet from "./profile-menu.css";

const menuId = "profile-menu";

/** The signed-in user's menu; loaded only for them, as is its style. */
export default function ProfileMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const [profileShown, setProfileShown] = useState(false);
  const name = nameOf(user);
  const close = () => document.getElementById(menuId)?.hidePopover();
  return (
    <>
      <link rel="stylesheet" href={dialogSheet} precedence="feature" />
      <link rel="stylesheet" href={sheet} precedence="feature" />
      <button type="button" className="avatar" popoverTarget={menuId}>
        <span className="sr-only">Profile menu </span>
        <Avatar user={user} />
      </button>
      <div id={menuId} popover="auto" className="menu w-56">
        <div className="menu-head">
          {name && <p className="font-semibold">{name}</p>}
          <p className="text-small text-muted">{user.email}</p>
        </div>
        <button
          type="button"
          className="menu-item"
          onClick={() => {
            close();
            setProfileShown(true);
          }}
        >
          Profile
        </button>
        {isStaff(user.role) && (
          <a href={paths.adminContent} className="menu-item">
            Admin Panel
          </a>
        )}
        <button
          type="button"
          className="menu-item menu-last"
          onClick={async () => {
            close();
            if (await signOut()) navigate(paths.home);
          }}
        >
          Log out
        </button>
      </div>
      {profileShown && <Profile user={user} onClose={() => setProfileShown(false)} />}
    </>
  );
}
