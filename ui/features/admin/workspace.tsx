import type { User } from "../../shared/api.gen.ts";

/** What staff work with. */
export default function Workspace({ user }: { user: User }) {
  return (
    <div className="wrap section">
      <h1 className="title">Content</h1>
      <p>{user.email}</p>
    </div>
  );
}
