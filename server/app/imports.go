package app

import (
	"context"
	"os"

	"thriftwell/server/features/subscribers"
	"thriftwell/server/transfer"
	"thriftwell/server/transfer/imports"
)

// importRoutes returns the calls that import articles, guides and subscribers, and
// export the former.
func importRoutes(s *services) []route {
	archive := &imports.Admin{Store: s.importing, Magazine: s.magazine, Lists: s.people.Subscribers, SiteName: s.config.SiteName}
	return []route{
		{"GET", "/api/admin/imports", admins(), noStore(), apiLimits(), archive.List},
		{"POST", "/api/admin/imports", admins(), noStore(), limits{imports.Deadline, imports.MaxFile}, archive.Upload},
		{"GET", "/api/admin/imports/:id", admins(), noStore(), apiLimits(), archive.Show},
		{"DELETE", "/api/admin/imports/:id", admins(), noStore(), apiLimits(), archive.Discard},
		{"GET", "/api/admin/imports/:id/lines", admins(), noStore(), apiLimits(), archive.Lines},
		{"GET", "/api/admin/imports/:id/reasons", admins(), noStore(), apiLimits(), archive.Reasons},
		{"GET", "/api/admin/imports/:id/columns", admins(), noStore(), apiLimits(), archive.Columns},
		{"PUT", "/api/admin/imports/:id/mapping", admins(), noStore(), apiLimits(), archive.Map},
		{"GET", "/api/admin/imports/:id/refused", admins(), noStore(), limits{deadline: imports.Deadline}, archive.Refused},
		{"POST", "/api/admin/imports/:id/start", admins(), noStore(), apiLimits(), archive.Start},
		{"GET", "/api/admin/exports", admins(), noStore(), apiLimits(), archive.Exports},
		{"POST", "/api/admin/export", admins(), noStore(), limits{imports.Deadline, maxBody}, archive.Export},
	}
}

// importMagazine imports articles and guides. It implements imports.Job.Bring.
func (s *services) importMagazine(ctx context.Context, _ imports.Import, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	return s.magazine.Import(ctx, file.Name(), how)
}

// importSubscribers imports subscribers. It implements imports.Job.Bring.
func (s *services) importSubscribers(ctx context.Context, i imports.Import, file *os.File, how transfer.Import) (transfer.Counts, bool, error) {
	erased, err := s.people.Erased()
	if err != nil {
		return nil, false, err
	}
	refused := func(r subscribers.Refusal) {
		what := transfer.Refused
		if r.Skipped {
			what = transfer.LeftOut
		}
		how.Tell(transfer.Outcome{What: what, Line: r.Line, Reason: r.Reason})
	}
	done, err := s.people.Subscribers.Import(ctx, how.By, file, subscribers.Options{
		DryRun: how.DryRun, Mapping: i.Mapping, Erased: erased, Watch: subscribers.Watch{Refused: refused, Progress: how.Progress},
	})
	return transfer.Counts{
		transfer.New: done.Added, transfer.Same: done.Accepted - done.Added, transfer.Refused: done.RefusedCount, transfer.LeftOut: done.Skipped,
	}, true, err
}
