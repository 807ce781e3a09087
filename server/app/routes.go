package app

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/development"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/audit"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/content"
	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/legal"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/optimiser"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/previews"
	"thriftwell/server/features/privacy"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/tools"
	"thriftwell/server/features/topics"
	"thriftwell/server/features/views"
	"thriftwell/server/manual"
	"thriftwell/server/personal"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/sms"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/transfer/imports"
)

// Limits of routes.
const (
	callDeadline = 10 * time.Second
	formDeadline = 5 * time.Second // then the visitor is asked to send the form again
	maxBody      = 64 << 10
	maxReport    = 16 << 10
	maxWebhook   = 300 << 10 // a little more than SNS posts
)

func unlimited() limits  { return limits{} }
func apiLimits() limits  { return limits{callDeadline, maxBody} }
func formLimits() limits { return limits{formDeadline, maxBody} }

// routes is the site map. Nothing else is reachable.
func routes(s *services) []route {
	pages := pageRoutes(pageHandlers{
		article: asMarkdown(s.discovery, "articles"), guide: asMarkdown(s.discovery, "guides"),
		search: s.search.Page, preview: preview, ended: subscribers.Ended(s.people.Secret),
	})
	return slices.Concat(
		operationRoutes(s), contentRoutes(s), offerRoutes(s), offerDeskRoutes(s), postbackRoutes(s), webhookRoutes(s), formRoutes(s), signInRoutes(s), staffRoutes(s),
		importRoutes(s), recordRoutes(s), pages, screenRoutes(), addressRoutes(s, pages), developmentRoutes(s), fileRoutes(s))
}

// contentRoutes returns the API of articles, guides, authors, topics,
// newsletters and the site's settings.
func contentRoutes(s *services) []route {
	article := articles.HTTP{Store: s.articles}
	guide := guides.HTTP{Store: s.guides, Articles: s.desk.Articles}
	author := authors.HTTP{Store: s.authors, Articles: s.articles.By, Guides: s.guides.By}
	topic := topics.HTTP{Store: topics.NewStore(s.db.Gorm), Article: article.Store.InCategory}
	tool := tools.HTTP{Store: tools.NewStore(s.db.Gorm)}
	newsletter := &campaigns.HTTP{
		Composer: s.composer,
		Engaged: func(ctx context.Context, code string) error {
			return s.people.Subscribers.Engaged(ctx, code, calendar.Today(s.config.Location))
		},
		IsPerson: func(r *http.Request, address string) bool {
			_, human := s.tracking.Counter.Visitor(r, address)
			return human && !httpx.OptedOut(r)
		},
		Counting: make(chan struct{}, 1),
	}
	site := settings.HTTP{Catalog: s.catalogs.settings, PostalAddress: s.config.PostalAddress}
	return []route{
		{"GET", "/api/site", everybody(), read(), apiLimits(), site.Get},
		{"GET", "/api/legal/:page", everybody(), read("version"), apiLimits(), legal.HTTP{Store: s.legal}.Get},
		{"GET", "/api/articles", everybody(), read("featured", "category", "limit", "offset"), apiLimits(), article.List},
		{"GET", "/api/articles/:slug", everybody(), read(), apiLimits(), article.Get},
		{"GET", "/api/listicles", everybody(), read("category", "limit", "offset"), apiLimits(), guide.List},
		{"GET", "/api/listicles/featured", everybody(), read("category", "limit", "offset"), apiLimits(), guide.Featured},
		{"GET", "/api/listicles/:id", everybody(), read(), apiLimits(), guide.Get},
		{"GET", "/api/authors/:slug", everybody(), read("limit", "offset"), apiLimits(), author.Get},
		{"GET", "/api/search", everybody(), noStore(), apiLimits(), s.search.Find},
		{"GET", "/api/topics/:category", everybody(), read(), apiLimits(), topic.Get},
		{"GET", "/api/tools", everybody(), read(), apiLimits(), tool.List},
		{"GET", "/api/tools/:slug", everybody(), read(), apiLimits(), tool.Get},
		{"GET", "/api/newsletters", everybody(), read("limit", "offset"), apiLimits(), newsletter.List},
		{"GET", "/api/newsletters/:slug", everybody(), read(), apiLimits(), newsletter.Get},
		{"POST", "/api/newsletters/click", everybody(), noStore(), formLimits(), newsletter.Click},
		{"GET", "/newsletter/:slug/picture.gif", everybody(), noStore(), apiLimits(), newsletter.Picture},
		{"GET", "/api/preview/articles/:token", everybody(), noStore(), apiLimits(), articles.Preview(s.desk.Site)},
		{"GET", "/api/preview/guides/:token", everybody(), noStore(), apiLimits(), guides.Preview(s.desk)},
	}
}

// offerRoutes returns the API of offers and questions.
func offerRoutes(s *services) []route {
	counts := func(k offer.Kind) offer.Counter {
		return offer.Counter{Counter: s.tracking.Counter, Kind: k, Index: s.catalogs.offers[k.Name].Get, Currency: s.config.SiteCurrency}
	}
	place := func(path string) (tracking.Place, bool) { return s.catalogs.site.Get().Place(path) }
	list := offers.HTTP{Store: s.offers, Carousel: counts(offer.Carousel()), Static: counts(offer.Static())}
	page := content.HTTP{Store: s.content, Counter: counts(offer.OnPage()), Place: place}
	coreg := questionnaire.HTTP{Store: s.questionnaire, Catalog: s.catalogs.questionnaire, Counter: page.Counter, Place: place}
	daily := dailyoffers.HTTP{Store: s.dailyOffers, Counter: counts(offer.Daily())}
	out := offers.ClickOut{Offers: s.catalogs.offers, Counter: s.tracking.Counter, Unknown: s.pages.NotFound, Currency: s.config.SiteCurrency}
	preview := newPreviews(previews.Links{Secret: s.people.Secret, BaseURL: s.config.BaseURL}, s.content, s.offers, s.dailyOffers)
	return []route{
		{"GET", "/api/preview/offers/:kind/:token", everybody(), noStore(), apiLimits(), preview.Offers},
		{"GET", "/api/preview/offers/:kind/:token/page", everybody(), noStore(), apiLimits(), preview.Page},
		{"POST", "/api/admin/numbers", editors(), noStore(), apiLimits(), tools.Check},
		{"POST", "/api/admin/previews", editors(), noStore(), apiLimits(), preview.Make},
		{"GET", "/api/offers", everybody(), noStore(), apiLimits(), list.List},
		{"POST", "/api/offer-interactions", everybody(), noStore(), apiLimits(), list.Interact},
		{"GET", "/api/hot-offers", everybody(), noStore(), apiLimits(), list.ListStatic},
		{"POST", "/api/hot-offers/track-view", everybody(), noStore(), apiLimits(), list.StaticView},
		{"POST", "/api/hot-offers/track-click", everybody(), noStore(), apiLimits(), list.StaticClick},
		{"GET", "/api/offer-pages", everybody(), noStore(), apiLimits(), page.Pages},
		{"GET", "/api/content/pages/:slug", everybody(), noStore(), apiLimits(), page.Page},
		{"GET", "/api/content/:slug/offers", everybody(), noStore(), apiLimits(), page.Offers},
		{"POST", "/api/content/:slug/track-view", everybody(), noStore(), apiLimits(), page.TrackView},
		{"POST", "/api/content/:slug/track-click", everybody(), noStore(), apiLimits(), page.TrackClick},
		{"GET", "/api/coreg/:slug/questions", everybody(), noStore(), apiLimits(), coreg.Questions},
		{"POST", "/api/coreg/:slug/track-view", everybody(), noStore(), apiLimits(), coreg.TrackView},
		{"POST", "/api/coreg/:slug/track-click", everybody(), noStore(), apiLimits(), coreg.TrackClick},
		{"GET", "/api/daily-offers", everybody(), noStore(), apiLimits(), daily.List},
		{"POST", "/api/daily-offers/view", everybody(), noStore(), apiLimits(), daily.View},
		{"POST", "/api/daily-offers/click", everybody(), noStore(), apiLimits(), daily.Click},
		{"GET HEAD", "/links/", everybody(), noStore(), unlimited(), out.Open},
		{"GET HEAD", "/go/:kind/:id", everybody(), noStore(), unlimited(), out.Follow},
		{"POST", "/api/views", everybody(), noStore(), apiLimits(), views.HTTP{Counter: s.tracking.Counter}.View},
	}
}

// postbackRoutes returns the addresses where partners report conversions.
func postbackRoutes(s *services) []route {
	postback := advertisers.Postbacks{Store: s.conversions, Recorder: advertisers.NewRecorder(s.conversions), Keys: s.catalogs.postbackKeys.Get}
	return []route{
		// The key of the advertiser. Under this name it stays out of the log.
		{"GET POST", "/postback/:token", networks(), noStore(), apiLimits(), postback.Take},
	}
}

// formRoutes returns the forms: signup, preferences, unsubscribe and contact.
func formRoutes(s *services) []route {
	subscriber := subscribers.HTTP{
		Store: s.people.Subscribers, Limiter: s.people.Limiter, Location: s.config.Location,
		Secure: strings.HasPrefix(s.config.BaseURL, "https:"), Counter: s.tracking.Counter, Erase: s.people.EraseByLink,
	}
	message := contact.HTTP{Store: s.people.Contact, Limiter: s.people.Limiter, Counter: s.tracking.Counter}
	return []route{
		{"POST", "/privacy-choices", everybody(), noStore(), formLimits(), privacy.HTTP{Secure: subscriber.Secure}.Choose},
		{"GET", "/api/consents", everybody(), noStore(), formLimits(), subscriber.Wordings},
		{"POST", "/api/subscribers", everybody(), noStore(), formLimits(), subscriber.SignUp},
		{"POST", "/api/subscribers/confirm", everybody(), noStore(), formLimits(), subscriber.Confirm},
		{"POST", "/api/unsubscribe", everybody(), noStore(), formLimits(), subscriber.Unsubscribe},
		{"GET", "/api/preferences", everybody(), noStore(), formLimits(), subscriber.Preferences},
		{"PUT", "/api/preferences", everybody(), noStore(), formLimits(), subscriber.SetPreferences},
		{"POST", "/api/preferences/link", everybody(), noStore(), formLimits(), subscriber.EmailLink},
		{"POST", "/api/preferences/deletion", everybody(), noStore(), formLimits(), subscriber.Delete},
		{"POST", "/api/contact", everybody(), noStore(), formLimits(), message.Send},
		{"POST", "/confirm", everybody(), passthrough(), formLimits(), subscriber.ConfirmByForm},
		// Browsers report here what the content policy kept out.
		{"POST", cspreport.Path, browsers(), noStore(), limits{callDeadline, maxReport}, s.metrics.reports.Take},
		// List-Unsubscribe has the page's address; the signed eid authorizes the request.
		{"POST", "/unsubscribe", mailPrograms(), passthrough(), formLimits(), subscriber.OneClick},
	}
}

// signInRoutes returns sign-in and the user's own account.
func signInRoutes(s *services) []route {
	people := auth.HTTP{
		Service: s.auth, EmailFails: s.health.EmailFails, Network: func(address string) string { return network(s.people.Secret, address) }, ByEmail: s.byEmail, Cookies: s.cookies, Limiter: s.people.Limiter,
		Sheet: s.dist.Manifest.Sheet, Site: s.config.SiteName, Tagline: Tagline,
		NewsletterState: s.people.Subscribers.StateOf,
	}
	table := []route{
		{"GET", "/api/auth/providers", everybody(), noStore(), apiLimits(), people.Providers},
		{"GET", "/api/auth/login", everybody(), noStore(), apiLimits(), people.Login},
		{"GET", "/api/auth/:provider", everybody(), noStore(), apiLimits(), people.Begin},
		{"GET", "/api/auth/:provider/callback", everybody(), noStore(), apiLimits(), people.Callback},
		{"POST", "/api/auth/logout", everybody(), noStore(), apiLimits(), people.Logout},
		{"GET", "/api/auth/user", signedIn(), noStore(), apiLimits(), people.User},
		{"GET", "/api/auth/newsletter", signedIn(), noStore(), apiLimits(), people.Newsletter},
		{"GET", "/api/auth/avatar", signedIn(), noStore(), apiLimits(), people.Avatar},
	}
	if s.byEmail != nil {
		table = append(table,
			route{"POST", "/api/auth/mail", everybody(), noStore(), formLimits(), people.AskForLink},
			route{"GET", "/api/auth/mail/link", everybody(), noStore(), formLimits(), people.ShowLink},
			route{"POST", "/api/auth/mail/link", everybody(), noStore(), formLimits(), people.FollowLink})
	}
	if *s.config.DevSignIn {
		table = append(table, route{"GET", auth.DevelopmentPage, developers(), noStore(), unlimited(), people.Accounts})
	}
	return table
}

// staffRoutes returns what staff can do beside editing records.
func staffRoutes(s *services) []route {
	accounts := auth.Admin{Service: s.auth, Limiter: s.people.Limiter}
	kinds := append(auth.AuditKinds(), optimiser.AuditKind, settings.AuditKind, imports.AuditKind, imports.OffersKind, callKind, personal.KeysKind, legal.AuditKind, subscribers.AuditKind, subscribers.PersonKind, contact.AuditKind)
	records := map[string]audit.Reverter{}
	for _, k := range s.kinds {
		kinds = append(kinds, k.Kind())
		if !slices.Contains(append(revisions.Kinds(), campaigns.TextKind), k.Kind()) { // they have revisions; a restored text would be scheduled again
			records[k.Kind()] = k
		}
	}
	said := settings.Admin{Store: s.stores.settings, Bus: s.bus}
	text := legal.Admin{Store: s.legal, Pool: s.db.Pool}
	exporting := func(ctx context.Context, total int) (told func(done int), over func()) {
		return s.importing.Begin(ctx, imports.Subscribers, total)
	}
	reader := subscribers.Admin{Store: s.people.Subscribers, Limiter: s.people.Limiter, Erase: s.people.EraseByStaff, Erased: s.people.Erased, Exporting: exporting}
	inbox := contact.Admin{Store: s.people.Contact, Months: s.config.MessagesKeep}
	log := audit.Admin{Store: audit.NewStore(s.db.Gorm), Kinds: kinds, Records: records}
	weekly := reports.HTTP{Weekly: s.weekly, Sheet: s.dist.Manifest.Sheet}
	orders := optimiser.Admin{Store: s.optimiser}
	return []route{
		{"GET", "/api/admin/users", admins(), noStore(), apiLimits(), accounts.Users},
		{"POST", "/api/admin/users", admins(), noStore(), apiLimits(), accounts.Grant},
		{"PUT", "/api/admin/users/:id", admins(), noStore(), apiLimits(), accounts.Edit},
		{"POST", "/api/admin/users/:id/sign-out", admins(), noStore(), apiLimits(), accounts.SignOut},
		{"GET", "/api/admin/invitations", admins(), noStore(), apiLimits(), accounts.Invitations},
		{"POST", "/api/admin/invitations/:id/mail", admins(), noStore(), apiLimits(), accounts.EmailInvitation},
		{"DELETE", "/api/admin/invitations/:id", admins(), noStore(), apiLimits(), accounts.Withdraw},
		{"GET", "/api/admin/tokens", admins(), noStore(), apiLimits(), accounts.Tokens},
		{"POST", "/api/admin/tokens", admins(), noStore(), apiLimits(), accounts.CreateToken},
		{"DELETE", "/api/admin/tokens/:id", admins(), noStore(), apiLimits(), accounts.RevokeToken},
		{"GET", "/api/admin/settings", admins(), noStore(), apiLimits(), said.Show},
		{"PUT", "/api/admin/settings", admins(), noStore(), apiLimits(), said.Save},
		{"GET", "/api/admin/legal", readers(), noStore(), apiLimits(), text.Unreviewed},
		{"PUT", "/api/admin/legal/:page/reviewed", admins(), noStore(), apiLimits(), text.Review},
		{"GET", "/api/admin/legal/:page", admins(), noStore(), apiLimits(), text.Show},
		{"PUT", "/api/admin/legal/:page", admins(), noStore(), limits{callDeadline, legal.MaxBody}, text.Save},
		{"DELETE", "/api/admin/legal/:page/upcoming", admins(), noStore(), apiLimits(), text.Withdraw},
		{"GET", "/api/admin/messages", admins(), noStore(), apiLimits(), inbox.List},
		{"GET", "/api/admin/messages/summary", admins(), noStore(), apiLimits(), inbox.Summary},
		{"PUT", "/api/admin/messages/:id", admins(), noStore(), apiLimits(), inbox.Mark},
		{"GET", "/api/admin/subscribers", admins(), noStore(), apiLimits(), reader.List},
		{"GET", "/api/admin/subscribers/export", admins(), noStore(), limits{deadline: subscribers.FileDeadline}, reader.Export},
		{"POST", "/api/admin/subscribers/import", admins(), noStore(), limits{subscribers.FileDeadline, subscribers.MaxImportBody}, reader.Import},
		{"GET", "/api/admin/subscribers/:id", admins(), noStore(), apiLimits(), reader.Show},
		{"POST", "/api/admin/subscribers/:id/confirmation", admins(), noStore(), apiLimits(), reader.Resend},
		{"DELETE", "/api/admin/subscribers/:id/suppression", admins(), noStore(), apiLimits(), reader.Lift},
		{"POST", "/api/admin/subscribers/:id/erasure", admins(), noStore(), apiLimits(), reader.Forget},
		{"POST", "/api/admin/revocations", admins(), noStore(), apiLimits(), reader.Revoke},
		{"GET", "/api/admin/audit", admins(), noStore(), apiLimits(), log.List},
		{"POST", "/api/admin/audit/:id/restore", admins(), noStore(), apiLimits(), log.Restore},
		{"GET", "/api/admin/audit/kinds", admins(), noStore(), apiLimits(), log.ListKinds},
		{"GET", "/api/admin/reports", readers(), noStore(), apiLimits(), s.reporting.Report},
		{"GET", "/api/admin/reports/weekly", readers(), noStore(), apiLimits(), weekly.Show},
		{"PUT", "/api/admin/reports/weekly", readers(), noStore(), apiLimits(), weekly.Choose},
		{"GET", reports.StopPath, everybody(), noStore(), formLimits(), weekly.AskToStop},
		// As for /unsubscribe, the signed token authorizes the request.
		{"POST", reports.StopPath, mailPrograms(), noStore(), formLimits(), weekly.Stop},
		{"GET", "/api/admin/help", readers(), noStore(), apiLimits(), manual.List},
		{"GET", "/api/admin/find-offers", readers(), noStore(), apiLimits(), offer.Find(s.db.Gorm)},
		{"GET", "/api/admin/link-problems", readers(), noStore(), apiLimits(), offer.LinkProblems(s.db.Gorm)},
		{"GET", "/api/admin/searches", editors(), noStore(), apiLimits(), s.search.Unanswered},
		{"GET", "/api/admin/optimiser/:page", readers(), noStore(), apiLimits(), orders.Show},
		{"PUT", "/api/admin/optimiser/:page", editors(), noStore(), apiLimits(), orders.Switch},
		{"GET", "/api/content/:slug/analytics", readers(), noStore(), apiLimits(), s.reporting.PageByDay},
		{"GET", "/api/content/:slug/analytics/summary", readers(), noStore(), apiLimits(), s.reporting.PageSummary},
		{"GET", "/api/content/:slug/analytics/offers", readers(), noStore(), apiLimits(), s.reporting.PageByOffer},
	}
}

// recordRoutes returns the editing calls that the kinds of records declare.
func recordRoutes(s *services) []route {
	var table []route
	for _, kind := range s.kinds {
		for _, call := range kind.Calls() {
			may := apiLimits()
			if call.Body > 0 {
				may.body = call.Body
			}
			if call.Deadline > 0 {
				may.deadline = call.Deadline
			}
			table = append(table, route{call.Method, call.Path, audience{roles: call.Roles}, noStore(), may, call.Handle})
		}
	}
	return table
}

// pageHandlers run before the pages that need one.
type pageHandlers struct {
	article, guide, search, preview, ended func(*gin.Context) error
}

// pageRoutes returns every public page.
func pageRoutes(h pageHandlers) []route {
	return []route{
		{"GET HEAD", "/", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/articles", everybody(), contentPage("category", "page=#", "q"), unlimited(), nil},
		{"GET HEAD", "/articles/:slug", everybody(), contentPage(), unlimited(), h.article},
		{"GET HEAD", "/guides", everybody(), contentPage("category", "q"), unlimited(), nil},
		{"GET HEAD", "/guides/:id", everybody(), contentPage(), unlimited(), h.guide},
		{"GET HEAD", "/tools", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/tools/:slug", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/search", everybody(), contentPage("page=2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20", "q", "exact=true").notListed(), unlimited(), h.search},
		{"GET HEAD", "/authors/:slug", everybody(), contentPage("page=#"), unlimited(), nil},
		{"GET HEAD", "/newsletter", everybody(), contentPage("page=#"), unlimited(), nil},
		{"GET HEAD", "/newsletter/:slug", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/preview/articles/:token", everybody(), freshPage().notListed(), unlimited(), h.preview},
		{"GET HEAD", "/preview/guides/:token", everybody(), freshPage().notListed(), unlimited(), h.preview},
		{"GET HEAD", "/preview/offers/:kind/:token", everybody(), freshPage().notListed(), unlimited(), h.preview},
		{"GET HEAD", "/offers", everybody(), offersPage("ended=1"), unlimited(), nil},
		{"GET HEAD", "/dailyoffers", everybody(), offersPage("page=#"), unlimited(), nil},
		{"GET HEAD", "/hot-offers", everybody(), offersPage(), unlimited(), nil},
		{"GET HEAD", "/content/:slug", everybody(), offersPage(), unlimited(), nil},
		{"GET HEAD", "/my-list", everybody(), contentPage().notListed(), unlimited(), nil},
		{"GET HEAD", "/subscribe", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/contact", everybody(), contentPage("type=" + strings.Join(contact.InquiryTypes(), "|")), unlimited(), nil},
		{"GET HEAD", "/unsubscribe", everybody(), contentPage("end=done|monthly|link|email|later").notListed(), unlimited(), h.ended},
		{"GET HEAD", "/preferences", everybody(), contentPage().notListed(), unlimited(), nil},
		{"GET HEAD", "/confirm", everybody(), contentPage("end=done|monthly|link|email|later", "frequency=monthly").notListed(), unlimited(), h.ended},
		{"GET HEAD", "/privacy", everybody(), contentPage("version"), unlimited(), nil},
		{"GET HEAD", "/privacy-choices", everybody(), contentPage("saved=opt-in|opt-out"), unlimited(), nil},
		{"GET HEAD", "/terms", everybody(), contentPage("version"), unlimited(), nil},
		{"GET HEAD", "/about", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/how-we-work", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/how-we-earn", everybody(), contentPage(), unlimited(), nil},
		{"GET HEAD", "/accessibility", everybody(), contentPage(), unlimited(), nil},
	}
}

// screenRoutes returns the screens of the admin. The browser loads their data.
func screenRoutes() (table []route) {
	for _, path := range []string{
		"/admin", "/admin/reports", "/admin/content", "/admin/articles", "/admin/articles/:id", "/admin/guides", "/admin/guides/:id", "/admin/topics", "/admin/claims",
		"/admin/authors", "/admin/pictures", "/admin/links", "/admin/offers", "/admin/advertisers/:id", "/admin/letters", "/admin/letters/:id", "/admin/texts", "/admin/texts/:id", "/admin/messages",
		"/admin/subscribers", "/admin/archive", "/admin/legal", "/admin/settings", "/admin/health", manual.Path, manual.Path + "/:page",
	} {
		table = append(table, route{"GET HEAD", path, everybody(), contentPage().notListed(), unlimited(), nil})
	}
	return table
}

// developmentRoutes returns the developer tools, for this machine only.
func developmentRoutes(s *services) []route {
	if !s.config.Developing() {
		return nil
	}
	reload := development.Reload{Errors: filepath.Join(s.root, ".build", "errors.txt"), Stopping: s.stopping}
	kept := development.Mailbox{Folder: mail.Folder{Dir: personal.EmailFolder(s.config)}}
	phone := development.Phone{Folder: sms.Folder{Dir: personal.TextFolder(s.config)}, Answer: s.replies.Take}
	return []route{
		{"GET HEAD", "/dev/gallery", developers(), freshPage().notListed(), unlimited(), nil},
		{"GET", "/dev/reload", developers(), noStore(), unlimited(), reload.Stream},
		{"GET", "/dev/mail", developers(), noStore(), unlimited(), kept.List},
		{"GET", "/dev/mail/:id", developers(), noStore(), unlimited(), kept.Show},
		{"GET", "/dev/mail/:id/html", developers(), noStore(), unlimited(), kept.HTML},
		{"GET", "/dev/texts", developers(), noStore(), unlimited(), phone.List},
		{"POST", "/dev/texts", developers(), noStore(), formLimits(), phone.Reply},
	}
}

// fileRoutes returns the files of the front-end build and uploaded pictures.
func fileRoutes(s *services) (table []route) {
	table = append(table, route{"GET HEAD", picture.Path + ":name", everybody(), passthrough(), unlimited(), pictures.Serve(s.pictures.Files)})
	for _, f := range s.dist.Files() {
		table = append(table, route{"GET HEAD", f.Path, everybody(), file(f.CacheControl), unlimited(), f.Serve})
	}
	return table
}
