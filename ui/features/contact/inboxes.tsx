import { useSite } from "../../shared/site.ts";

/** Who is behind which address. */
export function Inboxes() {
  const { contact } = useSite();
  const inboxes = [
    { name: "General support", about: "The newsletter, your data, anything else", email: contact.support },
    { name: "Affiliate inquiries", about: "Partner programs and tracking", email: contact.affiliate },
    { name: "Advertising", about: "Banners, placements and sponsored offers", email: contact.advertising },
  ];
  return (
    <dl className="inboxes">
      {inboxes
        .filter(({ email }) => email)
        .map(({ name, about, email }) => (
          <div key={name}>
            <dt className="card-title">{name}</dt>
            <dd>
              <span>{about}</span>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        ))}
      <div>
        <dt className="card-title">Headquarters</dt>
        <dd>
          <span>For postal mail only</span>
          <address>{contact.postalAddress}</address>
        </dd>
      </div>
    </dl>
  );
}
