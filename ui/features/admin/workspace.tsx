import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { User } from "../../shared/api.gen.ts";
import dialogSheet from "../../shared/ui/dialog.css";
import { Access } from "./access.tsx";
import adminSheet from "./admin.css";
import { Audit } from "./audit.tsx";
import { Content } from "./content.tsx";
import { carouselOfferKind, dailyOfferKind } from "./kinds.ts";
import { usePlace } from "./place.ts";
import recordsSheet from "./records.css";
import { Records } from "./records.tsx";
import reportSheet from "./report.css";
import { ShareLinks } from "./share-links.tsx";

const views = [
  { id: undefined, label: "Content pages" },
  { id: "carousel", label: "Carousel offers" },
  { id: "daily", label: "Daily offers" },
  { id: "links", label: "Share links" },
  { id: "audit", label: "Audit log", adminsOnly: true },
  { id: "access", label: "Access", adminsOnly: true },
];

/** What staff work with. Marketers read; editors and admins change; the server holds everybody to it. */
export default function Workspace({ user }: { user: User }) {
  const { place } = usePlace();
  const isAdmin = user.role === "admin";
  const mayEdit = isAdmin || user.role === "editor";
  const open = views.filter(({ adminsOnly }) => isAdmin || !adminsOnly);
  const view = open.find(({ id }) => id === place.view)?.id;
  return (
    <div className="admin">
      {[dialogSheet, adminSheet, recordsSheet, reportSheet].map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} precedence="feature" />
      ))}
      <nav aria-label="Admin" className="admin-nav">
        {open.map(({ id, label }) => (
          <Link
            key={label}
            to={paths.admin({ view: id })}
            className="admin-link"
            aria-current={id === view ? "page" : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="admin-main">
        <h1 className="admin-title">{views.find(({ id }) => id === view)?.label}</h1>
        {!mayEdit && <p className="note">Your role is {user.role}: you can read everything here and change nothing.</p>}
        {view === undefined && <Content mayEdit={mayEdit} />}
        {view === "carousel" && <Records key="carousel" kind={carouselOfferKind} mayEdit={mayEdit} />}
        {view === "daily" && <Records key="daily" kind={dailyOfferKind} mayEdit={mayEdit} />}
        {view === "links" && <ShareLinks />}
        {view === "audit" && <Audit />}
        {view === "access" && <Access />}
      </div>
    </div>
  );
}
