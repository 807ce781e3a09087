package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer"
)

// Time limits of an upload, and of each read.
const (
	Deadline    = 30 * time.Minute
	maxPause    = time.Minute
	maxName     = 200
	linesOfPart = 100
	maxLines    = 200
)

// List is a kind of record that is imported from a table whose columns staff may
// map.
type List interface {
	// NeedsMapping reports whether staff have to map the columns of a file.
	NeedsMapping(file io.Reader) (bool, error)
	// Columns returns the columns with guessed fields, and the first rows.
	Columns(ctx context.Context, file io.Reader) (csvfile.Columns, error)
	// CheckMapping checks the mapping that read reads, and returns it normalized.
	CheckMapping(ctx context.Context, file io.Reader, read func(into any) error) (any, error)
}

// Admin handles the calls for staff.
type Admin struct {
	Store     Store
	Magazine  transfer.Magazine
	Lists     map[string]List
	SiteName  string   // for file names
	uploading sync.Map // uploads in progress, one of each kind at a time
}

// List handles GET /api/admin/imports?what=.
func (a *Admin) List(c *gin.Context) error {
	what, err := whatOf(c)
	if err != nil {
		return err
	}
	all, err := a.Store.list(c.Request.Context(), what)
	return httpx.JSON(c, all, err)
}

// whatOf returns what a call is about, by default the magazine.
func whatOf(c *gin.Context) (string, error) {
	what := c.DefaultQuery("what", Magazine)
	if !slices.Contains([]string{Magazine, Subscribers, Offers}, what) {
		return "", errWhat
	}
	if !may(session.ActorOf(c.Request.Context()), what) {
		return "", errRole
	}
	return what, nil
}

// may reports whether a user may import something. Editors may import offers,
// admins everything.
func may(by session.Actor, what string) bool {
	return by.Role == session.Admin || what == Offers && slices.Contains(session.Editors(), by.Role)
}

// get returns the import in the URL.
func (a *Admin) get(c *gin.Context) (i Import, err error) {
	id, err := idOf(c)
	if err == nil {
		i, err = a.Store.get(c.Request.Context(), id)
	}
	if err == nil && !may(session.ActorOf(c.Request.Context()), i.What) {
		err = errRole
	}
	return i, err
}

// Show handles GET /api/admin/imports/:id.
func (a *Admin) Show(c *gin.Context) error {
	i, err := a.get(c)
	return httpx.JSON(c, i, err)
}

// Lines handles GET /api/admin/imports/:id/lines?outcome=&after=&limit=.
// X-Next-Cursor is the after of the next page, if any.
func (a *Admin) Lines(c *gin.Context) error {
	i, err := a.get(c)
	if err != nil {
		return err
	}
	after, err := httpx.QueryInt(c, "after", 0, 0, 1<<31-1)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", linesOfPart, 1, maxLines)
	if err != nil {
		return err
	}
	outcome, err := httpx.QueryText(c, "outcome")
	if err != nil {
		return err
	}
	lines, err := a.Store.lines(c.Request.Context(), i.ID, outcome, after, limit)
	if err != nil {
		return err
	}
	if len(lines) == limit {
		c.Header("X-Next-Cursor", strconv.Itoa(lines[limit-1].N))
	}
	c.JSON(http.StatusOK, lines)
	return nil
}

// Reasons handles GET /api/admin/imports/:id/reasons?outcome=.
func (a *Admin) Reasons(c *gin.Context) error {
	i, err := a.get(c)
	if err != nil {
		return err
	}
	outcome, err := httpx.QueryText(c, "outcome")
	if err != nil {
		return err
	}
	all, err := a.Store.reasons(c.Request.Context(), i.ID, outcome)
	return httpx.JSON(c, all, err)
}

// Columns handles GET /api/admin/imports/:id/columns.
func (a *Admin) Columns(c *gin.Context) error {
	i, list, err := a.list(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	columns, err := list.Columns(ctx, a.Store.file(ctx, i))
	return httpx.JSON(c, columns, err)
}

// Map handles PUT /api/admin/imports/:id/mapping.
func (a *Admin) Map(c *gin.Context) error {
	i, list, err := a.list(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	chosen, err := list.CheckMapping(ctx, a.Store.file(ctx, i), func(into any) error { return httpx.ReadStrictJSON(c, into) })
	if err != nil {
		return err
	}
	return a.answer(c, func(id int64) (Import, error) {
		return a.Store.mapColumns(ctx, session.ActorOf(ctx), id, chosen)
	})
}

// Refused handles GET /api/admin/imports/:id/refused. It works until the file
// is deleted.
func (a *Admin) Refused(c *gin.Context) error {
	i, _, err := a.list(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	list, err := csvfile.NewReader(a.Store.file(ctx, i))
	if err != nil {
		return err
	}
	return httpx.StreamCSV(c, "rows-with-errors", append(slices.Clone(list.Columns()), "reason"), func(write func(row ...any) error) error {
		return a.Store.refusedRows(ctx, i, list, write)
	})
}

// list returns the import of a table in the URL.
func (a *Admin) list(c *gin.Context) (i Import, of List, err error) {
	if i, err = a.get(c); err != nil {
		return i, nil, err
	}
	of, known := a.Lists[i.What]
	if !known {
		err = errNotFound
	}
	return i, of, err
}

// Upload handles POST /api/admin/imports?what=&name=. The body is the file.
func (a *Admin) Upload(c *gin.Context) error {
	what, err := whatOf(c)
	if err != nil {
		return err
	}
	list, isList := a.Lists[what]
	if isList {
		if c.Request.ContentLength > maxList {
			return errTooMany
		}
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxList)
	}
	if c.Request.ContentLength > MaxFile {
		return errTooLarge
	}
	if _, busy := a.uploading.LoadOrStore(what, true); busy {
		return errBusy
	}
	defer a.uploading.Delete(what)
	if control := http.NewResponseController(c.Writer); control.SetReadDeadline(time.Now().Add(Deadline)) == nil {
		_ = control.SetWriteDeadline(time.Now().Add(Deadline + maxPause))
	}
	name, _ := form.Line(filepath.Base(c.Query("name")), maxName)
	file, err := os.CreateTemp("", "import-")
	if err != nil {
		return err
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil { // closing the file deletes it
		return err
	}
	i := Import{What: what, Name: name}
	if i.Bytes, err = io.Copy(file, c.Request.Body); err != nil {
		return broken(what, err)
	}
	begin := make([]byte, 512)
	n, err := file.ReadAt(begin, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if i.Form, err = formOf(what, begin[:n]); err != nil {
		return err
	}
	if isList {
		needs, err := list.NeedsMapping(io.NewSectionReader(file, 0, i.Bytes))
		if err != nil {
			return err
		}
		if needs {
			i.State = mapping
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	ctx := c.Request.Context()
	if i, err = a.Store.add(ctx, session.ActorOf(ctx), i, file); err != nil {
		return err
	}
	c.JSON(http.StatusCreated, i)
	return nil
}

// broken returns the error for a body that couldn't be read or written to disk.
func broken(what string, err error) error {
	var tooLarge *http.MaxBytesError
	var disk *os.PathError
	switch {
	case errors.As(err, &tooLarge) && what != Magazine:
		return errTooMany
	case errors.As(err, &tooLarge):
		return errTooLarge
	case errors.As(err, &disk):
		return err
	}
	return fault.New(fault.Invalid, "The request was cut off. Try again.").Because(err)
}

// Start handles POST /api/admin/imports/:id/start.
func (a *Admin) Start(c *gin.Context) error {
	var sent struct {
		Partial bool `json:"partial"`
	}
	if err := httpx.ReadStrictJSON(c, &sent); err != nil {
		return err
	}
	ctx := c.Request.Context()
	return a.answer(c, func(id int64) (Import, error) {
		return a.Store.start(ctx, session.ActorOf(ctx), id, sent.Partial)
	})
}

// Discard handles DELETE /api/admin/imports/:id.
func (a *Admin) Discard(c *gin.Context) error {
	return a.answer(c, func(id int64) (Import, error) { return a.Store.discard(c.Request.Context(), id) })
}

func (a *Admin) answer(c *gin.Context, act func(id int64) (Import, error)) error {
	i, err := a.get(c)
	if err != nil {
		return err
	}
	i, err = act(i.ID)
	return httpx.JSON(c, i, err)
}

func idOf(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0, errNotFound
	}
	return id, nil
}

// Exports handles GET /api/admin/exports?what=. It lists exports in progress.
func (a *Admin) Exports(c *gin.Context) error {
	what, err := whatOf(c)
	if err != nil {
		return err
	}
	all, err := a.Store.exports(c.Request.Context(), what)
	return httpx.JSON(c, all, err)
}

// Export handles POST /api/admin/export. It streams a zip of the magazine. If
// it fails, it breaks the connection, so that nobody takes the zip for
// complete.
func (a *Admin) Export(c *gin.Context) error {
	ctx := c.Request.Context()
	if err := a.Store.exported(ctx, session.ActorOf(ctx)); err != nil {
		return err
	}
	total, err := a.Magazine.Size(ctx)
	if err != nil {
		return err
	}
	progress, end := a.Store.Begin(ctx, Magazine, total)
	defer end()
	name := fmt.Sprintf("%s-%s.zip", transfer.Slug(a.SiteName), time.Now().Format(time.DateOnly))
	c.Header("Content-Type", "application/zip")
	c.Header("Content-Disposition", `attachment; filename="`+name+`"`)
	done, err := a.Magazine.ExportZip(ctx, patient{c.Writer, http.NewResponseController(c.Writer)}, progress)
	if err != nil && c.Writer.Written() {
		slog.WarnContext(ctx, "export interrupted", "error", err)
		panic(http.ErrAbortHandler)
	}
	if len(done.Missing) > 0 {
		slog.WarnContext(ctx, "export is missing picture files", "files", done.Missing)
	}
	return err
}

// patient extends the write deadline with each write.
type patient struct {
	to      io.Writer
	control *http.ResponseController
}

// Write implements io.Writer.
func (p patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(maxPause))
	return p.to.Write(b)
}
