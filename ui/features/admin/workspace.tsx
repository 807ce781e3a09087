import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Link, useLocation, useParams } from "react-router";
import { adminPaths } from "../../shared/admin-paths.ts";
import type { User } from "../../shared/api.gen.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Access } from "./access.tsx";
import { Account } from "./account.tsx";
import { Advertisers } from "./advertisers/advertisers.tsx";
import { Conversions } from "./advertisers/conversions.tsx";
import { Archive } from "./archive/archive.tsx";
import { Audit } from "./audit.tsx";
import type { Lists } from "./audit-sentence.ts";
import { queries } from "./calls.ts";
import { Emails, Texts } from "./campaigns/campaigns.tsx";
import { Commands } from "./commands.tsx";
import { Content } from "./content.tsx";
import { Frame } from "./frame.tsx";
import { EmailTrouble } from "./health/card.tsx";
import { Health } from "./health/screen.tsx";
import { Help } from "./help/help.tsx";
import { capitalized, type Item, type Kind } from "./kind.ts";
import { claimKind } from "./kinds/claim.tsx";
import { authorKind, topicKind } from "./kinds/editorial.ts";
import { carouselOfferKind, dailyOfferKind, staticOfferKind } from "./kinds/offers.tsx";
import { Legal } from "./legal/legal.tsx";
import { ShortLinks } from "./links/links.tsx";
import { Messages } from "./messages/messages.tsx";
import { Nav, NavButton } from "./nav.tsx";
import { Offers } from "./offers/offers.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { Overview } from "./overview.tsx";
import { Message, Note, ScreenTitle } from "./parts/texts.tsx";
import { PictureLibrary } from "./pictures/library.tsx";
import { PieceList } from "./pieces/list.tsx";
import { articleDesk, type Desk, guideDesk, type Piece } from "./pieces/piece.ts";
import { PieceScreen } from "./pieces/screen.tsx";
import { usePlace } from "./place.ts";
import { Records } from "./records.tsx";
import { Reports } from "./reports/reports.tsx";
import { Settings } from "./settings.tsx";
import { Subscribers } from "./subscribers/subscribers.tsx";

interface View {
  label: string;
  to: string;
  /** Address of its records' screens, if not below its own. */
  at?: string;
  /** A former name as a view of /admin/content. Its address still works. */
  was?: string;
  /** Its page of the manual. */
  help: string;
  adminsOnly?: boolean;
  /** Whether it has its own heading. */
  headed?: boolean;
  /** The kind of record that it lists. */
  kind?: { id: string; titleOf: (record: never) => string };
  Screen: ComponentType<{ mayEdit: boolean; isAdmin: boolean }>;
}

/** The address of a view of /admin/content; the first has no name in it. */
const viewOf = (view?: string) => adminPaths.content({ view });

/** The screens by purpose. */
const groups: { label: string; views: View[] }[] = [
  {
    label: "Site",
    views: [
      { label: "Overview", to: adminPaths.home, help: "", Screen: Overview },
      { label: "Reports", to: adminPaths.reports(), help: "reports", Screen: Reports },
    ],
  },
  {
    label: "Editorial",
    views: [
      {
        label: "Articles",
        to: adminPaths.pieces("articles"),
        help: "editing",
        headed: true,
        Screen: pieces(articleDesk),
      },
      { label: "Guides", to: adminPaths.pieces("guides"), help: "editing", headed: true, Screen: pieces(guideDesk) },
      { label: "Topics", to: adminPaths.topics(), help: "editing#authors-and-topics", ...records(topicKind) },
      { label: "Claims", to: adminPaths.claims(), help: "editing#claims", ...records(claimKind) },
      { label: "Authors", to: adminPaths.authors(), help: "editing#authors-and-topics", ...records(authorKind) },
      { label: "Pictures", to: adminPaths.pictures, help: "editing#pictures", Screen: PictureLibrary },
    ],
  },
  {
    label: "Offers",
    views: [
      { label: "All offers", to: adminPaths.offers(), help: "offers#all-offers", Screen: Offers },
      { label: "Content pages", to: viewOf(), help: "offers", Screen: Content },
      { label: "Carousel offers", to: viewOf("carousel"), help: "offers", ...records(carouselOfferKind, "carousel") },
      { label: "Daily offers", to: viewOf("daily"), help: "offers", ...records(dailyOfferKind, "daily") },
      { label: "Hot offers", to: viewOf("hot"), help: "offers", ...records(staticOfferKind, "static") },
      {
        label: "Advertisers",
        to: viewOf("advertisers"),
        at: "/admin/advertisers",
        help: "postbacks",
        headed: true,
        Screen: Advertisers,
      },
      { label: "Conversions", to: viewOf("conversions"), help: "postbacks", Screen: Conversions },
      { label: "Short links", to: adminPaths.links(), was: "links", help: "reports#short-links", Screen: ShortLinks },
    ],
  },
  {
    label: "Readers",
    views: [
      { label: "Campaigns", to: adminPaths.campaigns(), help: "campaigns", headed: true, Screen: Emails },
      { label: "Texts", to: adminPaths.texts(), help: "campaigns#text-alerts", headed: true, Screen: Texts },
      { label: "Messages", to: adminPaths.messages, help: "privacy#messages", adminsOnly: true, Screen: Messages },
      { label: "Subscribers", to: adminPaths.subscribers, help: "subscribers", adminsOnly: true, Screen: Subscribers },
    ],
  },
  {
    label: "System",
    views: [
      { label: "Health", to: adminPaths.health(), help: "health", adminsOnly: true, Screen: Health },
      {
        label: "Site settings",
        to: adminPaths.settings,
        help: "editing#site-settings",
        adminsOnly: true,
        Screen: Settings,
      },
      { label: "Legal pages", to: adminPaths.legal(), help: "privacy#legal-pages", adminsOnly: true, Screen: Legal },
      { label: "Import and export", to: adminPaths.archive, help: "import", adminsOnly: true, Screen: Archive },
      {
        label: "Audit log",
        to: viewOf("audit"),
        help: "access#audit-log",
        adminsOnly: true,
        Screen: () => <Audit lists={lists} />,
      },
      { label: "Access", to: viewOf("access"), help: "access", adminsOnly: true, Screen: Access },
      { label: "Help", to: adminPaths.help(), help: "", headed: true, Screen: Help },
    ],
  },
];

const lists: Lists = new Map(
  groups.flatMap(({ views }) =>
    views.flatMap(({ kind, to }) => (kind ? [[kind.id, { to, titleOf: kind.titleOf }]] : [])),
  ),
);

/** The view of a kind of record; for offers, with their order. */
function records<T extends Item>(kind: Kind<T>, page?: string): Pick<View, "kind" | "Screen"> {
  const screen: View["Screen"] = ({ mayEdit }) => (
    <>
      {page && <OrderPanel page={page} mayEdit={mayEdit} />}
      <Records kind={kind} mayEdit={mayEdit} />
    </>
  );
  return { kind, Screen: screen };
}

/** The list of articles or guides, or the open one. */
function pieces<T extends Piece>(desk: Desk<T>): View["Screen"] {
  return ({ mayEdit }) => <Pieces desk={desk} mayEdit={mayEdit} />;
}

function Pieces<T extends Piece>({ desk, mayEdit }: { desk: Desk<T>; mayEdit: boolean }) {
  const { id } = useParams();
  const { key, state } = useLocation();
  const opened = state?.opened ?? (id === "new" ? key : id); // a new piece stays open when it gets its id
  if (id) return <PieceScreen key={opened} desk={desk} id={id} mayEdit={mayEdit} />;
  return (
    <>
      <ScreenTitle>{capitalized(desk.list)}</ScreenTitle>
      <PieceList desk={desk} mayEdit={mayEdit} />
    </>
  );
}

/** The view at an address: by its name, or the one whose address contains it. */
function viewAt(open: View[], pathname: string, name: string | undefined): View | undefined {
  if (pathname === adminPaths.content())
    return (
      open.find(({ to, was = "" }) => to === adminPaths.content({ view: name }) || was === name) ??
      open.find(({ to }) => to === adminPaths.content())
    );
  return open.findLast(({ to, at = to }) => pathname === to || pathname.startsWith(`${at}/`));
}

/** Links a screen to its page of the manual. */
function HelpLink({ screen }: { screen: View | undefined }) {
  const [page, section] = (screen?.help ?? "").split("#");
  return (
    <Link
      to={adminPaths.help(page, section)}
      aria-label={page ? `Help with ${screen?.label}` : "Help"}
      title="Help"
      className="grid size-8 place-items-center rounded-full border border-line text-small text-muted hover:text-ink"
    >
      <span aria-hidden="true">?</span>
    </Link>
  );
}

/** Shown instead of a screen that the role may not see. */
function Forbidden({ screen, role }: { screen: string; role: User["role"] }) {
  return (
    <Message title="No access" act={<ButtonLink to={adminPaths.home}>Go to the overview</ButtonLink>}>
      <p className="lead mt-4">
        Only admins can open “{screen}.” Your role is {role}.
      </p>
    </Message>
  );
}

/** The admin area. Marketers read and make links; editors and admins edit. The server enforces this. */
export default function Workspace({ user }: { user: User }) {
  const { place } = usePlace();
  const { pathname } = useLocation();
  const isAdmin = user.role === "admin";
  const mayEdit = isAdmin || user.role === "editor";
  const open = groups
    .map(({ label, views }) => ({ label, links: views.filter(({ adminsOnly }) => isAdmin || !adminsOnly) }))
    .filter(({ links }) => links.length > 0);
  const screens = open.flatMap(({ links }) => links);
  const asked = viewAt(
    groups.flatMap(({ views }) => views),
    pathname,
    place.view,
  );
  const shown = asked && screens.includes(asked) ? asked : undefined;
  return (
    <QueryClientProvider client={queries}>
      <Commands screens={screens} mayEdit={mayEdit}>
        {(button) => (
          <Frame
            before={<NavButton />}
            find={button}
            after={
              <>
                <Account user={user} />
                <HelpLink screen={shown} />
              </>
            }
            nav={<Nav groups={open} current={shown?.to} />}
          >
            {/* Otherwise the end of a growing list would stay in view, and the list would keep loading. */}
            <div className="min-w-0 [--list-bar:2.75rem] [overflow-anchor:none] [&_.empty]:py-12 [&_.heading]:text-subheading [&_p+.empty]:mt-3">
              {shown && !shown.headed && <ScreenTitle>{shown.label}</ScreenTitle>}
              {shown && !mayEdit && (
                <Note>
                  Your role is {user.role}: you can view everything here, but you can change only short links.
                </Note>
              )}
              {isAdmin && pathname !== adminPaths.home && pathname !== adminPaths.health() && <EmailTrouble />}
              {shown && <shown.Screen mayEdit={mayEdit} isAdmin={isAdmin} />}
              {asked && !shown && <Forbidden screen={asked.label} role={user.role} />}
            </div>
          </Frame>
        )}
      </Commands>
    </QueryClientProvider>
  );
}
