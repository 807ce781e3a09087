import type { User } from "../../shared/api.gen.ts";

/** The classes of its circle. */
export const avatarLook =
  "grid flex-none place-items-center overflow-hidden rounded-full bg-brand font-semibold text-on-brand";

/** The picture, or the initials of first and last name, or the first letter of the email address in upper case. */
export function Avatar({ user: { profileImage, firstName, lastName, email } }: { user: User }) {
  if (profileImage) return <img src={profileImage} alt="" width="40" height="40" />;
  const initials = `${firstName?.charAt(0) ?? ""}${lastName?.charAt(0) ?? ""}`;
  return (initials || email.charAt(0)).toUpperCase();
}

/** The display name, or first and last name; empty if the provider gave neither. */
export function nameOf({ displayName, firstName, lastName }: User): string {
  return displayName || [firstName, lastName].filter(Boolean).join(" ");
}
