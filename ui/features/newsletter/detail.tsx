import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { Newsletter } from "../../shared/api.gen.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { Head, shareImage } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { article, breadcrumbs } from "../../shared/structured-data.ts";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { LongDate } from "../../shared/ui/time.tsx";

export const { loader, Component } = pieceRoute({
  call: "/api/newsletters",
  param: "slug",
  path: paths.newsletter,
  noun: "newsletter",
  Page: Issue,
});

/** One newsletter, as it was sent. */
function Issue({ data }: { data: Newsletter }) {
  const { slug, subject, preheader, sentAt, body, pieces, sponsored } = data;
  const site = useSite();
  const path = paths.newsletter(slug);
  const description = preheader || `The ${site.siteName} newsletter: ${subject}`;
  const trail = [{ name: "Newsletter", path: paths.newsletters() }];
  return (
    <>
      <Head
        title={subject}
        description={description}
        path={path}
        type="article"
        published={sentAt}
        modified={sentAt}
        jsonLd={[
          article(site, {
            path,
            title: subject,
            description,
            image: shareImage(site, { path, title: subject }),
            published: sentAt,
            modified: sentAt,
          }),
          breadcrumbs(site.baseUrl, [...trail, { name: subject, path }]),
        ]}
      />
      <article>
        <header className="wrap grid justify-items-start gap-4 pt-[clamp(1.25rem,1rem+1vw,2rem)] pb-8">
          <Breadcrumbs trail={trail} />
          <h1 className="display max-w-[24ch] wrap-anywhere">{curly(subject)}</h1>
          {preheader && <p className="lead max-w-[44ch]">{curly(preheader)}</p>}
          <p className="text-small text-muted">
            <LongDate iso={sentAt} />
          </p>
        </header>
        <div className="wrap pb-[clamp(3rem,2rem+3vw,5rem)] *:max-w-[44rem]">
          <Prose html={body} />
          {pieces.length > 0 && (
            <ul className="mt-10 grid">
              {pieces.map(({ path, title, about, topic }) => (
                <li key={path} className="border-t border-line py-6 wrap-anywhere">
                  <p className="text-small text-muted">{categoryLabel(topic)}</p>
                  <h2 className="heading">
                    <Link
                      to={path}
                      className="underline decoration-gold decoration-2 underline-offset-[0.2em] hover:decoration-current"
                    >
                      {curly(title)}
                    </Link>
                  </h2>
                  <p className="mt-2 text-muted">{curly(about)}</p>
                </li>
              ))}
            </ul>
          )}
          {sponsored.map(({ title, about, href }) => (
            <aside key={href} className="mt-6 border-l-3 border-gold bg-sunken px-6 py-5" aria-label="Sponsored">
              <p className="text-small text-muted">Sponsored</p>
              <h2 className="heading">
                <a
                  href={href}
                  rel="sponsored nofollow noopener"
                  target="_blank"
                  className="underline decoration-gold decoration-2 underline-offset-[0.2em]"
                >
                  {curly(title)}
                </a>
              </h2>
              <p className="mt-2 text-muted">{curly(about)}</p>
            </aside>
          ))}
        </div>
      </article>
      <SubscribeCall />
    </>
  );
}
