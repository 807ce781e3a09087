package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/development"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/analytics"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/audit"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/authors"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/content"
	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/legal"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/optimiser"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/privacy"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/features/reports"
	"thriftwell/server/features/settings"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/features/texts"
	"thriftwell/server/features/tools"
	"thriftwell/server/features/topics"
	"thriftwell/server/features/traffic"
	"thriftwell/server/manual"
	"thriftwell/server/personal"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/sms"
	"thriftwell/server/transfer/imports"
)

// The limits of the routes.
const (
	callDeadline = 10 * time.Second
	formDeadline = 5 * time.Second // until a visitor is asked to send a form again
	maxBody      = 64 << 10
	maxReport    = 16 << 10
	maxWebhook   = 300 << 10 // what SNS posts at most, and a little more
)

func noLimits() limits { return limits{} }
func ofCall() limits   { return limits{callDeadline, maxBody} }
func ofForm() limits   { return limits{formDeadline, maxBody} }

// routes is the site map. Nothing is reachable that is not in it.
func routes(s *services) []route {
	pages := pageRoutes(pageHandlers{
		article: asMarkdown(s.discovery, "articles"), guide: asMarkdown(s.discovery, "guides"),
		search: s.search.Page, preview: preview, ended: subscribers.Ended(s.people.Secret),
	})
	return slices.Concat(
		operationRoutes(s), contentRoutes(s), offerRoutes(s), offerDeskRoutes(s), postbackRoutes(s), webhookRoutes(s), formRoutes(s), signInRoutes(s), staffRoutes(s),
		recordRoutes(s), pages, screenRoutes(), addressRoutes(s, pages), developmentRoutes(s), fileRoutes(s))
}

// operationRoutes are for operators.
func operationRoutes(s *services) []route {
	return []route{
		{"GET", "/healthz", everybody(), asIs(), noLimits(), healthz},
		{"GET", "/readyz", everybody(), asIs(), noLimits(), s.ready.show},
		{"GET", "/metrics", operators(), asIs(), noLimits(), s.metrics.show},
		{"POST", cspreport.Path, browsers(), noStore(), limits{callDeadline, maxReport}, s.metrics.reports.Take},
	}
}

// contentRoutes is articles, guides, their authors and topics, and what all pages say of the
// site.
func contentRoutes(s *services) []route {
	article := articles.HTTP{Store: s.articles}
	guide := guides.HTTP{Store: s.guides, Articles: s.desk.Articles}
	author := authors.HTTP{
		Store: authors.NewStore(s.db.Gorm),
		Articles: func(ctx context.Context, name string, limit, offset int) (any, int64, error) {
			return article.Store.By(ctx, name, limit, offset)
		},
		Guides: func(ctx context.Context, name string, limit, offset int) (any, int64, error) {
			return guide.Store.By(ctx, name, limit, offset)
		},
	}
	topic := topics.HTTP{Store: topics.NewStore(s.db.Gorm), Article: article.Store.InCategory}
	tool := tools.HTTP{Store: tools.NewStore(s.db.Gorm)}
	letter := newLetterPages(s)
	site := settings.HTTP{Catalog: s.counting.settings, PostalAddress: s.config.PostalAddress}
	return []route{
		{"GET", "/api/site", everybody(), noStore(), ofCall(), site.Get},
		{"GET", "/api/legal/:page", everybody(), read("version"), ofCall(), legal.HTTP{Store: s.legal}.Get},
		{"GET", "/api/articles", everybody(), read("featured", "category", "limit", "offset"), ofCall(), article.List},
		{"GET", "/api/articles/:slug", everybody(), read(), ofCall(), article.Get},
		{"GET", "/api/listicles", everybody(), read("category", "limit", "offset"), ofCall(), guide.List},
		{"GET", "/api/listicles/featured", everybody(), read("category", "limit", "offset"), ofCall(), guide.Featured},
		{"GET", "/api/listicles/:id", everybody(), read(), ofCall(), guide.Get},
		{"GET", "/api/authors/:slug", everybody(), read("limit", "offset"), ofCall(), author.Get},
		{"GET", "/api/search", everybody(), noStore(), ofCall(), s.search.Find},
		{"GET", "/api/topics/:category", everybody(), read(), ofCall(), topic.Get},
		{"GET", "/api/tools", everybody(), read(), ofCall(), tool.List},
		{"GET", "/api/tools/:slug", everybody(), read(), ofCall(), tool.Get},
		{"GET", "/api/newsletters", everybody(), read("limit", "offset"), ofCall(), letter.List},
		{"GET", "/api/newsletters/:slug", everybody(), read(), ofCall(), letter.Get},
		{"POST", "/api/newsletters/click", everybody(), noStore(), ofForm(), letter.Click},
		{"GET", "/newsletter/:slug/picture.gif", everybody(), noStore(), ofCall(), letter.Picture},
		{"GET", "/api/preview/articles/:token", everybody(), noStore(), ofCall(), articles.Preview(s.desk.Site)},
		{"GET", "/api/preview/guides/:token", everybody(), noStore(), ofCall(), guides.Preview(s.desk)},
	}
}

// offerRoutes is offers, what visitors do with them, and questions.
func offerRoutes(s *services) []route {
	n, orm := s.counting, s.db.Gorm
	currency := s.config.SiteCurrency
	offer := offers.HTTP{Store: offers.NewStore(orm), Catalog: n.offers, Counter: n.tracking.Counter, Currency: currency}
	page := content.HTTP{Store: content.NewStore(orm, s.config.Location), Catalog: n.content, Counter: n.tracking.Counter, Currency: currency}
	coreg := questionnaire.HTTP{Store: questionnaire.NewStore(orm), Catalog: n.questionnaire, Counter: n.tracking.Counter, Currency: currency}
	daily := dailyoffers.HTTP{Store: dailyoffers.NewStore(orm), Catalog: n.dailyOffers, Counter: n.tracking.Counter, Currency: currency}
	view := traffic.HTTP{Counter: n.tracking.Counter}
	out := offers.ClickOut{Catalog: n.offers, Counter: n.tracking.Counter, Unknown: newFront(s).unknown, Currency: currency}
	preview := newPreviews(s)
	return []route{
		{"GET", "/api/preview/offers/:kind/:token", everybody(), noStore(), ofCall(), preview.Offers},
		{"GET", "/api/preview/offers/:kind/:token/page", everybody(), noStore(), ofCall(), preview.Page},
		{"POST", "/api/admin/numbers", editors(), noStore(), ofCall(), tools.Check},
		{"POST", "/api/admin/previews", editors(), noStore(), ofCall(), preview.Make},
		{"GET", "/api/offers", everybody(), noStore(), ofCall(), offer.List},
		{"POST", "/api/offer-interactions", everybody(), noStore(), ofCall(), offer.Interact},
		{"GET", "/api/hot-offers", everybody(), noStore(), ofCall(), offer.Static},
		{"POST", "/api/hot-offers/track-view", everybody(), noStore(), ofCall(), offer.StaticView},
		{"POST", "/api/hot-offers/track-click", everybody(), noStore(), ofCall(), offer.StaticClick},
		{"GET", "/api/offer-pages", everybody(), noStore(), ofCall(), page.Pages},
		{"GET", "/api/content/pages/:slug", everybody(), noStore(), ofCall(), page.Page},
		{"GET", "/api/content/:slug/offers", everybody(), noStore(), ofCall(), page.Offers},
		{"POST", "/api/content/:slug/track-view", everybody(), noStore(), ofCall(), page.TrackView},
		{"POST", "/api/content/:slug/track-click", everybody(), noStore(), ofCall(), page.TrackClick},
		{"GET", "/api/coreg/:slug/questions", everybody(), noStore(), ofCall(), coreg.Questions},
		{"POST", "/api/coreg/:slug/track-view", everybody(), noStore(), ofCall(), coreg.TrackView},
		{"POST", "/api/coreg/:slug/track-click", everybody(), noStore(), ofCall(), coreg.TrackClick},
		{"GET", "/api/daily-offers", everybody(), noStore(), ofCall(), daily.List},
		{"POST", "/api/daily-offers/view", everybody(), noStore(), ofCall(), daily.View},
		{"POST", "/api/daily-offers/click", everybody(), noStore(), ofCall(), daily.Click},
		{"GET HEAD", "/links/", everybody(), noStore(), noLimits(), out.Open},
		{"POST", "/api/views", everybody(), noStore(), ofCall(), view.View},
	}
}

// postbackRoutes is how networks report conversions.
func postbackRoutes(s *services) []route {
	postback := advertisers.Postbacks{Store: s.conversions, Recorder: advertisers.NewRecorder(s.conversions), Keys: s.counting.postbackKeys.Get}
	return []route{
		// The token is the advertiser's key. Named so, it stays out of the log.
		{"GET POST", "/postback/:token", networks(), noStore(), ofCall(), postback.Take},
	}
}

// formRoutes is how visitors sign up, write to us and leave.
func formRoutes(s *services) []route {
	subscriber := subscribers.HTTP{
		Store: s.people.Subscribers, Limiter: s.people.Limiter, Location: s.config.Location,
		Secure: strings.HasPrefix(s.config.BaseURL, "https:"), Counter: s.counting.tracking.Counter, Erase: s.people.EraseByLink,
	}
	message := contact.HTTP{Store: s.people.Contact, Limiter: s.people.Limiter, Counter: s.counting.tracking.Counter}
	return []route{
		{"POST", "/privacy-choices", everybody(), noStore(), ofForm(), privacy.HTTP{Secure: subscriber.Secure}.Choose},
		{"GET", "/api/consents", everybody(), noStore(), ofForm(), subscriber.Wordings},
		{"POST", "/api/subscribers", everybody(), noStore(), ofForm(), subscriber.SignUp},
		{"POST", "/api/subscribers/confirm", everybody(), noStore(), ofForm(), subscriber.Confirm},
		{"POST", "/api/unsubscribe", everybody(), noStore(), ofForm(), subscriber.Unsubscribe},
		{"GET", "/api/preferences", everybody(), noStore(), ofForm(), subscriber.Preferences},
		{"PUT", "/api/preferences", everybody(), noStore(), ofForm(), subscriber.SetPreferences},
		{"POST", "/api/preferences/link", everybody(), noStore(), ofForm(), subscriber.MailLink},
		{"POST", "/api/preferences/deletion", everybody(), noStore(), ofForm(), subscriber.Delete},
		{"POST", "/api/contact", everybody(), noStore(), ofForm(), message.Send},
		{"POST", "/confirm", everybody(), asIs(), ofForm(), subscriber.ConfirmByForm},
		// The address in List-Unsubscribe is that of the page; the signed eid is what permits it.
		{"POST", "/unsubscribe", mailPrograms(), asIs(), ofForm(), subscriber.OneClick},
	}
}

// signInRoutes is how one signs in, and what one sees of oneself.
func signInRoutes(s *services) []route {
	people := auth.HTTP{
		Service: s.auth, Network: func(address string) string { return network(s.people.Secret, address) }, ByMail: s.byMail, Cookies: session.NewCookies(s.config.BaseURL), Limiter: s.people.Limiter,
		Sheet: s.dist.Manifest.Sheet, Site: s.config.SiteName, Tagline: Tagline,
		NewsletterState: s.people.Subscribers.StateOf,
	}
	table := []route{
		{"GET", "/api/auth/providers", everybody(), noStore(), ofCall(), people.Providers},
		{"GET", "/api/auth/login", everybody(), noStore(), ofCall(), people.Login},
		{"GET", "/api/auth/:provider", everybody(), noStore(), ofCall(), people.Begin},
		{"GET", "/api/auth/:provider/callback", everybody(), noStore(), ofCall(), people.Callback},
		{"POST", "/api/auth/logout", everybody(), noStore(), ofCall(), people.Logout},
		{"GET", "/api/auth/user", signedIn(), noStore(), ofCall(), people.User},
		{"GET", "/api/auth/newsletter", signedIn(), noStore(), ofCall(), people.Newsletter},
		{"GET", "/api/auth/avatar", signedIn(), noStore(), ofCall(), people.Avatar},
	}
	if s.byMail != nil {
		table = append(table,
			route{"POST", "/api/auth/mail", everybody(), noStore(), ofForm(), people.AskForLink},
			route{"GET", "/api/auth/mail/link", everybody(), noStore(), ofForm(), people.ShowLink},
			route{"POST", "/api/auth/mail/link", everybody(), noStore(), ofForm(), people.FollowLink})
	}
	if *s.config.DevSignIn {
		table = append(table, route{"GET", auth.DevelopmentPage, developers(), noStore(), noLimits(), people.Accounts})
	}
	return table
}

// staffRoutes is what staff do beside editing records.
func staffRoutes(s *services) []route {
	accounts := auth.Admin{Service: s.auth, Limiter: s.people.Limiter}
	kinds := append(auth.AuditKinds(), optimiser.AuditKind, settings.AuditKind, imports.AuditKind, callKind, personal.KeysKind, legal.AuditKind, subscribers.AuditKind, subscribers.PersonKind, contact.AuditKind)
	records := map[string]audit.Reverter{}
	for _, k := range s.kinds {
		kinds = append(kinds, k.Kind())
		if !slices.Contains(append(revisions.Kinds(), texts.KindName), k.Kind()) { // they have revisions; a text would be scheduled again
			records[k.Kind()] = k
		}
	}
	said := settings.Admin{Store: settings.Store{DB: s.db.Gorm, Defaults: defaults(s.config)}, Bus: s.bus}
	text := legal.Admin{Store: s.legal, Pool: s.db.Pool}
	exporting := func(ctx context.Context, total int) (told func(done int), over func()) {
		return s.importing.Begin(ctx, imports.Subscribers, total)
	}
	reader := subscribers.Admin{Store: s.people.Subscribers, Limiter: s.people.Limiter, Erase: s.people.EraseByStaff, Erased: s.people.Erased, Exporting: exporting}
	inbox := contact.Admin{Store: s.people.Contact, Months: s.config.MessagesKeep}
	log := audit.Admin{Store: audit.NewStore(s.db.Gorm), Kinds: kinds, Records: records}
	archive := &imports.Admin{Store: s.importing, Magazine: s.magazine, SiteName: s.config.SiteName}
	upload := limits{imports.Deadline, imports.MaxFile}
	weekly := reports.HTTP{Weekly: s.weekly, Sheet: s.dist.Manifest.Sheet}
	orders := optimiser.Admin{Store: s.optimiser}
	report := analytics.Admin{Store: analytics.NewStore(s.db.Gorm), Location: s.config.Location}
	return []route{
		{"GET", "/api/admin/users", admins(), noStore(), ofCall(), accounts.Users},
		{"POST", "/api/admin/users", admins(), noStore(), ofCall(), accounts.Grant},
		{"PUT", "/api/admin/users/:id", admins(), noStore(), ofCall(), accounts.Edit},
		{"POST", "/api/admin/users/:id/sign-out", admins(), noStore(), ofCall(), accounts.SignOut},
		{"GET", "/api/admin/invitations", admins(), noStore(), ofCall(), accounts.Invitations},
		{"POST", "/api/admin/invitations/:id/mail", admins(), noStore(), ofCall(), accounts.MailInvitation},
		{"DELETE", "/api/admin/invitations/:id", admins(), noStore(), ofCall(), accounts.Withdraw},
		{"GET", "/api/admin/tokens", admins(), noStore(), ofCall(), accounts.Tokens},
		{"POST", "/api/admin/tokens", admins(), noStore(), ofCall(), accounts.CreateToken},
		{"DELETE", "/api/admin/tokens/:id", admins(), noStore(), ofCall(), accounts.RevokeToken},
		{"GET", "/api/admin/settings", admins(), noStore(), ofCall(), said.Show},
		{"PUT", "/api/admin/settings", admins(), noStore(), ofCall(), said.Save},
		{"GET", "/api/admin/legal", readers(), noStore(), ofCall(), text.Unreviewed},
		{"PUT", "/api/admin/legal/:page/reviewed", admins(), noStore(), ofCall(), text.Review},
		{"GET", "/api/admin/legal/:page", admins(), noStore(), ofCall(), text.Show},
		{"PUT", "/api/admin/legal/:page", admins(), noStore(), limits{callDeadline, legal.MaxBody}, text.Save},
		{"DELETE", "/api/admin/legal/:page/upcoming", admins(), noStore(), ofCall(), text.Withdraw},
		{"GET", "/api/admin/messages", admins(), noStore(), ofCall(), inbox.List},
		{"GET", "/api/admin/messages/summary", admins(), noStore(), ofCall(), inbox.Summary},
		{"PUT", "/api/admin/messages/:id", admins(), noStore(), ofCall(), inbox.Mark},
		{"GET", "/api/admin/subscribers", admins(), noStore(), ofCall(), reader.List},
		{"GET", "/api/admin/subscribers/export", admins(), noStore(), limits{deadline: subscribers.FileDeadline}, reader.Export},
		{"POST", "/api/admin/subscribers/import", admins(), noStore(), limits{subscribers.FileDeadline, subscribers.MaxImportBody}, reader.Import},
		{"GET", "/api/admin/subscribers/:id", admins(), noStore(), ofCall(), reader.Show},
		{"POST", "/api/admin/subscribers/:id/confirmation", admins(), noStore(), ofCall(), reader.Resend},
		{"DELETE", "/api/admin/subscribers/:id/suppression", admins(), noStore(), ofCall(), reader.Lift},
		{"POST", "/api/admin/subscribers/:id/erasure", admins(), noStore(), ofCall(), reader.Forget},
		{"POST", "/api/admin/revocations", admins(), noStore(), ofCall(), reader.Revoke},
		{"GET", "/api/admin/imports", admins(), noStore(), ofCall(), archive.List},
		{"POST", "/api/admin/imports", admins(), noStore(), upload, archive.Upload},
		{"GET", "/api/admin/imports/:id", admins(), noStore(), ofCall(), archive.Show},
		{"DELETE", "/api/admin/imports/:id", admins(), noStore(), ofCall(), archive.Discard},
		{"GET", "/api/admin/imports/:id/lines", admins(), noStore(), ofCall(), archive.Lines},
		{"POST", "/api/admin/imports/:id/start", admins(), noStore(), ofCall(), archive.Start},
		{"GET", "/api/admin/exports", admins(), noStore(), ofCall(), archive.Exports},
		{"POST", "/api/admin/export", admins(), noStore(), limits{imports.Deadline, maxBody}, archive.Export},
		{"GET", "/api/admin/audit", admins(), noStore(), ofCall(), log.List},
		{"POST", "/api/admin/audit/:id/restore", admins(), noStore(), ofCall(), log.Restore},
		{"GET", "/api/admin/audit/kinds", admins(), noStore(), ofCall(), log.ListKinds},
		{"GET", "/api/admin/reports", readers(), noStore(), ofCall(), s.reports.Report},
		{"GET", "/api/admin/reports/weekly", readers(), noStore(), ofCall(), weekly.Show},
		{"PUT", "/api/admin/reports/weekly", readers(), noStore(), ofCall(), weekly.Choose},
		{"GET", reports.StopPath, everybody(), noStore(), ofForm(), weekly.AskToStop},
		// As with /unsubscribe, the signed token is what permits it.
		{"POST", reports.StopPath, mailPrograms(), noStore(), ofForm(), weekly.Stop},
		{"GET", "/api/admin/help", readers(), noStore(), ofCall(), manual.List},
		{"GET", "/api/admin/link-problems", readers(), noStore(), ofCall(), offer.LinkProblems(s.db.Gorm)},
		{"GET", "/api/admin/searches", editors(), noStore(), ofCall(), s.search.Unanswered},
		{"GET", "/api/admin/optimiser/:page", readers(), noStore(), ofCall(), orders.Show},
		{"PUT", "/api/admin/optimiser/:page", editors(), noStore(), ofCall(), orders.Switch},
		{"GET", "/api/content/:slug/analytics", readers(), noStore(), ofCall(), report.Daily},
		{"GET", "/api/content/:slug/analytics/summary", readers(), noStore(), ofCall(), report.Summary},
		{"GET", "/api/content/:slug/analytics/offers", readers(), noStore(), ofCall(), report.Offers},
	}
}

// recordRoutes is how staff edit records, as their kinds declare it.
func recordRoutes(s *services) []route {
	var table []route
	for _, kind := range s.kinds {
		for _, call := range kind.Calls() {
			may := ofCall()
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

// pageHandlers are what comes before the pages that need something first.
type pageHandlers struct {
	article, guide, search, preview, ended func(*gin.Context) error
}

// pageRoutes is every page of the site.
func pageRoutes(h pageHandlers) []route {
	return []route{
		{"GET HEAD", "/", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/articles", everybody(), contentPage("category", "page=#", "q"), noLimits(), nil},
		{"GET HEAD", "/articles/:slug", everybody(), contentPage(), noLimits(), h.article},
		{"GET HEAD", "/guides", everybody(), contentPage("category", "q"), noLimits(), nil},
		{"GET HEAD", "/guides/:id", everybody(), contentPage(), noLimits(), h.guide},
		{"GET HEAD", "/tools", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/tools/:slug", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/search", everybody(), contentPage("page=2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20", "q", "exact=true").notListed(), noLimits(), h.search},
		{"GET HEAD", "/authors/:slug", everybody(), contentPage("page=#"), noLimits(), nil},
		{"GET HEAD", "/newsletter", everybody(), contentPage("page=#"), noLimits(), nil},
		{"GET HEAD", "/newsletter/:slug", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/preview/articles/:token", everybody(), freshPage().notListed(), noLimits(), h.preview},
		{"GET HEAD", "/preview/guides/:token", everybody(), freshPage().notListed(), noLimits(), h.preview},
		{"GET HEAD", "/preview/offers/:kind/:token", everybody(), freshPage().notListed(), noLimits(), h.preview},
		{"GET HEAD", "/offers", everybody(), offersPage("ended=1"), noLimits(), nil},
		{"GET HEAD", "/dailyoffers", everybody(), offersPage("page=#"), noLimits(), nil},
		{"GET HEAD", "/hot-offers", everybody(), offersPage(), noLimits(), nil},
		{"GET HEAD", "/content/:slug", everybody(), offersPage(), noLimits(), nil},
		{"GET HEAD", "/my-list", everybody(), contentPage().notListed(), noLimits(), nil},
		{"GET HEAD", "/subscribe", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/contact", everybody(), contentPage("type=" + strings.Join(contact.InquiryTypes(), "|")), noLimits(), nil},
		{"GET HEAD", "/unsubscribe", everybody(), contentPage("end=done|monthly|link|email|later").notListed(), noLimits(), h.ended},
		{"GET HEAD", "/preferences", everybody(), contentPage().notListed(), noLimits(), nil},
		{"GET HEAD", "/confirm", everybody(), contentPage("end=done|monthly|link|email|later", "frequency=monthly").notListed(), noLimits(), h.ended},
		{"GET HEAD", "/privacy", everybody(), contentPage("version"), noLimits(), nil},
		{"GET HEAD", "/privacy-choices", everybody(), contentPage("saved=opt-in|opt-out"), noLimits(), nil},
		{"GET HEAD", "/terms", everybody(), contentPage("version"), noLimits(), nil},
		{"GET HEAD", "/about", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/how-we-work", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/how-we-earn", everybody(), contentPage(), noLimits(), nil},
		{"GET HEAD", "/accessibility", everybody(), contentPage(), noLimits(), nil},
	}
}

// screenRoutes is every screen of staff. The browser fetches what they show.
func screenRoutes() (table []route) {
	for _, path := range []string{
		"/admin", "/admin/reports", "/admin/content", "/admin/articles", "/admin/articles/:id", "/admin/guides", "/admin/guides/:id", "/admin/topics", "/admin/claims",
		"/admin/authors", "/admin/pictures", "/admin/links", "/admin/offers", "/admin/advertisers/:id", "/admin/letters", "/admin/letters/:id", "/admin/texts", "/admin/texts/:id", "/admin/messages",
		"/admin/subscribers", "/admin/archive", "/admin/legal", "/admin/settings", manual.Path, manual.Path + "/:page",
	} {
		table = append(table, route{"GET HEAD", path, everybody(), contentPage().notListed(), noLimits(), nil})
	}
	return table
}

// developmentRoutes is what only those who build the site see, on their own machine.
func developmentRoutes(s *services) []route {
	if !s.config.Developing() {
		return nil
	}
	reload := development.Reload{Errors: filepath.Join(s.root, ".build", "errors.txt"), Stopping: s.stopping}
	kept := development.Mailbox{Folder: mail.Folder{Dir: personal.MailFolder(s.config)}}
	phone := development.Phone{Folder: sms.Folder{Dir: personal.TextFolder(s.config)}, Answer: s.replies.Take}
	return []route{
		{"GET HEAD", "/dev/gallery", developers(), freshPage().notListed(), noLimits(), nil},
		{"GET", "/dev/reload", developers(), noStore(), noLimits(), reload.Stream},
		{"GET", "/dev/mail", developers(), noStore(), noLimits(), kept.List},
		{"GET", "/dev/mail/:id", developers(), noStore(), noLimits(), kept.Show},
		{"GET", "/dev/mail/:id/html", developers(), noStore(), noLimits(), kept.HTML},
		{"GET", "/dev/texts", developers(), noStore(), noLimits(), phone.List},
		{"POST", "/dev/texts", developers(), noStore(), ofForm(), phone.Reply},
	}
}

// fileRoutes are what the front-end build made, and the pictures of staff.
func fileRoutes(s *services) (table []route) {
	table = append(table, route{"GET HEAD", picture.Path + ":name", everybody(), asIs(), noLimits(), pictures.Serve(s.pictures.Files)})
	for _, f := range s.dist.Files() {
		table = append(table, route{"GET HEAD", f.Path, everybody(), file(f.CacheControl), noLimits(), f.Serve})
	}
	return table
}
