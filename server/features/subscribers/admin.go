package subscribers

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/keyset"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/throttle"
)

// Admin handles the calls for staff.
type Admin struct {
	Store   *Store
	Limiter *ratelimit.Limiter
	// Erase erases everything the site keeps about an address. It fails for
	// addresses of staff.
	Erase func(ctx context.Context, email string) error
	// Erased returns a function that reports whether an address was erased.
	Erased func() (func(addressHash []byte) bool, error)
	// Exporting starts the progress display of an export of total rows. The
	// caller reports rows with progress and must call end.
	Exporting func(ctx context.Context, total int) (progress func(done int), end func())
}

// Revoke handles POST /api/admin/revocations.
func (a Admin) Revoke(c *gin.Context) error {
	var r Revocation
	if err := httpx.ReadStrictJSON(c, &r); err != nil {
		return err
	}
	ctx := c.Request.Context()
	done, err := a.Store.Revoke(ctx, session.ActorOf(ctx), r)
	return httpx.JSON(c, done, err)
}

// List handles GET /api/admin/subscribers?state=&q=&after=&limit=.
// X-Next-Cursor is the after of the next page, if any.
func (a Admin) List(c *gin.Context) error {
	p, err := partOf(c)
	if err != nil {
		return err
	}
	people, next, err := a.Store.part(c.Request.Context(), p)
	if err != nil {
		return err
	}
	keyset.SetNext(c, next)
	c.JSON(http.StatusOK, people)
	return nil
}

func partOf(c *gin.Context) (p part, err error) {
	p.state = c.Query("state")
	if !slices.Contains([]string{"", statePending, stateActive, stateUnsubscribed, stateBounced, stateComplained}, p.state) {
		return p, fault.New(fault.Invalid, "Choose pending, active, unsubscribed, bounced, or complained.")
	}
	if q := c.Query("q"); q != "" {
		var check form.Checker
		p.email = check.Email("q", q)
		if err := check.Err(); err != nil {
			return p, err
		}
	}
	p.Part, err = keyset.Query(c)
	return p, err
}

// Show handles GET /api/admin/subscribers/:id.
func (a Admin) Show(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	p, err := a.Store.Show(c.Request.Context(), id)
	return httpx.JSON(c, p, err)
}

// Resend handles POST /api/admin/subscribers/:id/confirmation.
func (a Admin) Resend(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	if err := a.Limiter.Take(ctx, ratelimit.Use{Rule: requestsOfVisitor(), By: ratelimit.Network(c.ClientIP())}); err != nil {
		return err
	}
	return httpx.JSON(c, response{Status: "received"}, a.Store.resend(ctx, session.ActorOf(ctx), id))
}

// Lift handles DELETE /api/admin/subscribers/:id/suppression.
func (a Admin) Lift(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	return httpx.JSON(c, response{Status: "received"}, a.Store.lift(ctx, session.ActorOf(ctx), id))
}

// Forget handles POST /api/admin/subscribers/:id/erasure. The body must have
// the subscriber's address.
func (a Admin) Forget(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	var body struct {
		Email string `json:"email"`
	}
	if err := httpx.ReadStrictJSON(c, &body); err != nil {
		return err
	}
	ctx, cancel := withoutClient(c)
	defer cancel()
	p, err := a.Store.known(ctx, id)
	if err != nil {
		return err
	}
	if address.Normal(body.Email) != p.Email {
		return fault.Form([]fault.Field{{Field: "email", Message: "Type this subscriber's exact email address."}})
	}
	if err := a.Erase(ctx, p.Email); err != nil {
		return err
	}
	return httpx.JSON(c, response{Status: "received"}, a.Store.noteErasure(ctx, session.ActorOf(ctx), id))
}

// FileDeadline is the time limit of an import or an export.
const FileDeadline = time.Hour

// MaxImportBody is the size limit of an import's body, in bytes.
const MaxImportBody = maxImportFile + 64<<10

var errFileTooLarge = fault.New(fault.TooLarge, "This file is larger than 256 MB. Split it and import the parts one at a time.")

// Import handles POST /api/admin/subscribers/import with a multipart file, and
// dryRun in the form or the query.
func (a Admin) Import(c *gin.Context) error {
	if c.Request.ContentLength > MaxImportBody {
		return errFileTooLarge
	}
	extendDeadlines(c)
	file, err := os.CreateTemp("", "import-")
	if err != nil {
		return err
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil { // closing the file deletes it
		return err
	}
	dryRun, err := receive(c, file)
	if err != nil {
		return err
	}
	erased, err := a.Erased()
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	var limit throttle.Throttle
	done, err := a.Store.Import(ctx, session.ActorOf(ctx), file, Options{DryRun: dryRun, Erased: erased, Watch: Watch{Progress: func(int, int) { limit.Wait(ctx) }}})
	return httpx.JSON(c, done, err)
}

// extendDeadlines gives a request FileDeadline.
func extendDeadlines(c *gin.Context) {
	end := time.Now().Add(FileDeadline)
	if control := http.NewResponseController(c.Writer); control.SetReadDeadline(end) == nil {
		_ = control.SetWriteDeadline(end)
	}
}

// receive writes the form's file to out and rewinds it.
func receive(c *gin.Context, out *os.File) (dryRun bool, err error) {
	parts, err := c.Request.MultipartReader()
	if err != nil {
		return false, fault.New(fault.UnsupportedType, "Send the file as multipart/form-data, in the field file.")
	}
	wish, size := c.Query("dryRun"), int64(0)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && part.FormName() == "file" {
			size, err = io.Copy(out, part)
		} else if err == nil && part.FormName() == "dryRun" {
			var text []byte
			text, err = io.ReadAll(io.LimitReader(part, 16))
			wish = string(text)
		}
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			return false, errFileTooLarge
		}
		if disk := new(fs.PathError); errors.As(err, &disk) {
			return false, err
		}
		if err != nil {
			return false, fault.New(fault.Invalid, "The request was cut off. Try again.").Because(err)
		}
	}
	if size == 0 {
		return false, fault.Form([]fault.Field{{Field: "file", Message: "Choose a file."}})
	}
	if dryRun, err = yes(strings.TrimSpace(wish)); err != nil {
		return false, fault.Form([]fault.Field{{Field: "dryRun", Message: "Choose true or false."}})
	}
	_, err = out.Seek(0, io.SeekStart)
	return dryRun, err
}

// Export handles GET /api/admin/subscribers/export.
func (a Admin) Export(c *gin.Context) error {
	extendDeadlines(c)
	ctx := c.Request.Context()
	total, err := a.Store.size(ctx)
	if err != nil {
		return err
	}
	progress, end := a.Exporting(ctx, total)
	defer end()
	return httpx.StreamCSV(c, "subscribers", exportColumns(), func(write func(row ...any) error) error {
		return a.Store.exportAll(ctx, session.ActorOf(ctx), write, progress)
	})
}

// withoutClient returns a context for an erasure, which must finish even if the
// client disconnects.
func withoutClient(c *gin.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(c.Request.Context()), time.Minute)
}

// pathID returns the id in the path, or ErrNotFound if it's malformed.
func pathID(c *gin.Context) (uuid.UUID, error) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return id, ErrNotFound
	}
	return id, nil
}
