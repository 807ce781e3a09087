import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { adminPaths } from "../../shared/admin-paths.ts";
import type { User } from "../../shared/api.gen.ts";
import { isStaff } from "../../shared/staff.ts";
import { signOut } from "../../shared/user.ts";
import { Avatar, avatarLook, nameOf } from "./avatar.tsx";
import { Profile } from "./profile.tsx";

const menuId = "profile-menu";

const item =
  "block min-h-11 w-full cursor-pointer px-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-3";

/** The signed-in user's menu, loaded only for signed-in users. */
export default function ProfileMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const [profileShown, setProfileShown] = useState(false);
  const name = nameOf(user);
  const close = () => document.getElementById(menuId)?.hidePopover();
  return (
    <>
      <button
        type="button"
        className={`size-10 cursor-pointer [anchor-name:--avatar] ${avatarLook}`}
        popoverTarget={menuId}
      >
        <span className="sr-only">Profile menu </span>
        <Avatar user={user} />
      </button>
      <div
        id={menuId}
        popover="auto"
        className="fixed top-20 right-5 bottom-auto left-auto w-56 rounded-large border border-line bg-surface py-0 text-inherit [box-shadow:var(--lifted)] [position-anchor:--avatar] supports-[anchor-name:--avatar]:top-[calc(anchor(bottom)+0.5rem)] supports-[anchor-name:--avatar]:right-[anchor(right)]"
      >
        <div className="border-b border-line px-4 py-3 wrap-anywhere">
          {name && <p className="font-semibold">{name}</p>}
          <p className="text-small text-muted">{user.email}</p>
        </div>
        <button
          type="button"
          className={item}
          onClick={() => {
            close();
            setProfileShown(true);
          }}
        >
          Profile
        </button>
        {isStaff(user.role) && (
          <a href={adminPaths.content()} className={item}>
            Admin Panel
          </a>
        )}
        <button
          type="button"
          className={`border-t border-line ${item}`}
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
