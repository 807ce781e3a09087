import { lazy, Suspense, useState } from "react";
import { paths } from "../../paths.ts";
import { CheckField, ChoiceField, Field, LongField, SelectField } from "../../shared/form/fields.tsx";
import { Head } from "../../shared/head.tsx";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import {
  Badges,
  CategoryBadge,
  ExampleBadge,
  FeaturedBadge,
  SavingsBadge,
  SponsoredBadge,
} from "../../shared/ui/badge.tsx";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Cards } from "../../shared/ui/cards.tsx";
import { GuideCard } from "../../shared/ui/guide-card.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { MenuIcon, ShareIcon } from "../../shared/ui/icons.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { FilterLinks, Instead, SearchForm } from "../../shared/ui/search.tsx";
import { ShareButton } from "../../shared/ui/share-button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { useMounted } from "../../shared/ui/time.tsx";
import { Dialog } from "../auth/dialog.tsx";
import { OfferParts } from "./offer-parts.tsx";
import { FormParts, PageParts, Part, PieceParts } from "./parts.tsx";
import { article, guide, plainArticle } from "./samples.ts";

const StaffParts = lazy(() => import("./staff-parts.tsx"));

const colors = {
  paper: "bg-paper",
  surface: "bg-surface",
  sunken: "bg-sunken",
  ink: "bg-ink",
  muted: "bg-muted",
  line: "bg-line",
  brand: "bg-brand",
  gold: "bg-gold",
  danger: "bg-danger",
  focus: "bg-(--focus)",
  deep: "bg-deep",
};
const categories =
  "insurance utilities cashback shopping banking phone travel food auto entertainment anything-else".split(" ");

const choices = [
  { value: "a", label: "The first" },
  { value: "b", label: "The second" },
];

/** Every part of the site on one page, for those who build it; only in development. */
export function Component() {
  const mounted = useMounted();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Head title="Gallery" description="The parts of the site." path={paths.gallery} noindex />
      <div className="wrap section gallery">
        <h1 className="title">Gallery</h1>
        <Part title="Type">
          <p className="display">Display: what it costs you</p>
          <p className="title">Title: what it costs you</p>
          <p className="heading">Heading: what it costs you</p>
          <p className="card-title">Card title: what it costs you</p>
          <p className="lead">Lead: a sentence or two that says whether to read on.</p>
          <p className="font-ui text-label uppercase">Label</p>
          <Prose html="<p>Reading text, as in a guide.</p><ul><li>A line of a list</li><li>Another, $1,234.50</li></ul>" />
        </Part>
        <Part title="Colors">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
            {Object.entries(colors).map(([name, ground]) => (
              <li key={name} className={`grid h-20 content-end border border-line ${ground}`}>
                <span className="bg-paper px-2 py-1 text-small">{name}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Buttons">
          <p className="flex flex-wrap gap-4">
            <Button>Main</Button>
            <Button look="quiet">
              <ShareIcon /> Quiet
            </Button>
            <Button look="on-brand">On a deep ground</Button>
            <Button disabled>Sending...</Button>
            <ButtonLink to={paths.gallery} look="quiet">
              A link
            </ButtonLink>
            <ShareButton title={article.title} text={article.excerpt} path={paths.gallery} />
            <IconButton label="Has a tooltip">
              <MenuIcon />
            </IconButton>
          </p>
        </Part>
        <Part title="Fields and choices">
          <Field label="Email" type="email" hint="We write once a week." placeholder="you@example.com" />
          <Field label="Email" type="email" defaultValue="you@" error="Please enter a valid email address." />
          <SelectField label="One of many" options={choices} />
          <ChoiceField label="One of a few" name="choice" options={choices} defaultValue="a" />
          <CheckField label="I agree to what stands here." hint="It can be taken back." />
          <CheckField label="Something left unchecked." error="Please check the box." />
          <LongField label="Message" rows={3} />
          <SearchForm
            action={paths.search}
            label="Search"
            placeholder="Search articles..."
            text=""
            onText={() => {}}
            onSubmit={() => {}}
          />
          <FilterLinks
            label="Choice"
            current=""
            options={[
              { id: "", label: "All" },
              { id: "other", label: "Another" },
            ]}
            to={() => paths.gallery}
          />
        </Part>
        <Part title="Badges">
          <Badges>
            {categories.map((category) => (
              <CategoryBadge key={category} category={category} />
            ))}
            <SavingsBadge avgSavings="$240/year" />
            <FeaturedBadge />
            <SponsoredBadge />
            <ExampleBadge />
          </Badges>
        </Part>
        <Part title="Byline">
          <Byline
            author="Priya Raman"
            authorSlug="priya-raman"
            publishedAt="2026-03-04T12:00:00Z"
            reviewedAt="2026-10-12T12:00:00Z"
            minutes={6}
            more={["10 steps"]}
          />
        </Part>
        <Part title="Cards">
          <Cards>
            <ArticleCard article={article} />
            <ArticleCard article={plainArticle} />
            <GuideCard guide={guide} />
            <ArticleCard article={article} look="across" />
            <ArticleCard article={article} look="brief" />
            <ArticleCard article={article} look="lead" />
          </Cards>
          <Cards whole>
            <GuideCard guide={guide} />
            <GuideCard guide={guide} />
            <ArticleCard article={article} />
            <ArticleCard article={plainArticle} />
            <ArticleCard article={article} />
          </Cards>
          <CardSkeletons count={3} label="Loading" />
        </Part>
        <PieceParts />
        <FormParts />
        <OfferParts />
        <PageParts />
        <Part title="Notifications">
          <p className="flex flex-wrap gap-4">
            <Button
              look="quiet"
              onClick={() => showToast({ title: "Message Sent", text: "We’ll get back to you soon." })}
            >
              Plain
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                showToast({
                  title: "Error",
                  text: "We’re busy right now. Try again in a moment.",
                  look: "destructive",
                  urgent: true,
                })
              }
            >
              Destructive
            </Button>
          </p>
        </Part>
        <Part title="Dialogs">
          <p>
            <Button look="quiet" onClick={() => setOpen(true)}>
              Open a dialog
            </Button>
          </p>
          {open && (
            <Dialog title="A dialog" onClose={() => setOpen(false)}>
              <form className="form pb-6" onSubmit={(event) => event.preventDefault()}>
                <Field label="Name" hint="As others see it." />
                <p className="form-act">
                  <Button onClick={() => setOpen(false)}>Save</Button>
                </p>
              </form>
            </Dialog>
          )}
        </Part>
        <Part title="Notice">
          <Notice
            picture="plug"
            title="We couldn’t load this page"
            text="We’re busy right now. Try again in a moment."
            links={[
              { to: paths.gallery, label: "Try again" },
              { to: paths.home, label: "Go to the home page" },
            ]}
          />
        </Part>
        <Part title="Nothing here">
          <div className="empty">
            <h3 className="heading">No articles found</h3>
            <p className="mt-2 text-muted">Try adjusting your search or filter criteria.</p>
          </div>
          <Instead pieces={{ path: "", data: [article, plainArticle, article], total: null }} />
        </Part>
        <Part title="Advertisement">
          <AdSlot />
        </Part>
        <Part title="For staff">
          {mounted && (
            <Suspense>
              <StaffParts />
            </Suspense>
          )}
        </Part>
      </div>
      <SubscribeCall />
    </>
  );
}
