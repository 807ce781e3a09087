import type { User } from "../../shared/api.gen.ts";

/** The classes of the circle that it stands in. */
export const avatarLook =
  "grid flex-none place-items-center overflow-hidden rounded-full bg-brand font-semibold text-on-brand";

/** The picture; else the initials of first and last name, else the first letter of the e-mail, uppercased. */
export function Avatar({ user: { profileImage, firstName, lastName, email } }: { user: User }) {
  if (profileImage) return <img src={profileImage} alt="" width="40" height="40" />;
  const initials = `${firstName?.charAt(0) ?? ""}${lastName?.charAt(0) ?? ""}`;
  return (initials || email.charAt(0)).toUpperCase();
}

/** The display name, or first and last name; empty when the provider told neither. */
export function nameOf({ displayName, firstName, lastName }: User): string {
  return displayName || [firstName, lastName].filter(Boolean).join(" ");
}
