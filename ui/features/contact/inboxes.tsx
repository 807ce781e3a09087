import { useSite } from "../../shared/site.ts";
import { textLink } from "../../shared/ui/text-link.ts";

const row = "border-b border-line py-4.5";

/** The contact addresses and who answers them. */
export function Inboxes() {
  const { contact } = useSite();
  const inboxes = [
    { name: "General support", about: "The newsletter, your data and anything else", email: contact.support },
    { name: "Affiliate inquiries", about: "Partner programs and tracking", email: contact.affiliate },
    { name: "Advertising", about: "Banners, placements and sponsored offers", email: contact.advertising },
  ];
  return (
    <dl className="mt-10 grid grid-cols-[minmax(0,1fr)] border-t border-rule wrap-anywhere">
      {inboxes
        .filter(({ email }) => email)
        .map(({ name, about, email }) => (
          <div key={name} className={row}>
            <dt className="card-title">{name}</dt>
            <dd className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
              <span className="text-muted">{about}</span>
              <a href={`mailto:${email}`} className={textLink}>
                {email}
              </a>
            </dd>
          </div>
        ))}
      <div className={row}>
        <dt className="card-title">Headquarters</dt>
        <dd className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
          <span className="text-muted">For postal mail only</span>
          <address className="whitespace-pre-line not-italic">{contact.postalAddress}</address>
        </dd>
      </div>
    </dl>
  );
}
