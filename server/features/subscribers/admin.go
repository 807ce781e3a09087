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
	"thriftwell/server/platform/pace"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
)

// Admin handles the calls of staff.
type Admin struct {
	Store   *Store
	Limiter *ratelimit.Limiter
	// Erase forgets all that is kept of an address, across the site. It refuses
	// those of staff.
	Erase func(ctx context.Context, email string) error
	// Erased returns a function that tells whether an address was erased.
	Erased func() (func(addressHash []byte) bool, error)
	// Exporting notes that an export of so many begins, to whoever looks how far
	// it is.
	Exporting func(ctx context.Context, total int) (told func(done int), over func())
}

// Revoke handles POST /api/admin/revocations.
func (a Admin) Revoke(c *gin.Context) error {
	var r Revocation
	if err := httpx.ReadStrictJSON(c, &r); err != nil {
		return err
	}
	ctx := c.Request.Context()
	done, err := a.Store.Revoke(ctx, session.ActorOf(ctx), r)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, done)
	return nil
}

// List handles GET /api/admin/subscribers?state=&q=&after=&limit=.
// X-Next-Cursor is the after of the next part, if there is one.
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
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
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
	if err := a.Store.resend(ctx, session.ActorOf(ctx), id); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// Lift handles DELETE /api/admin/subscribers/:id/suppression.
func (a Admin) Lift(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	if err := a.Store.lift(ctx, session.ActorOf(ctx), id); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// Forget handles POST /api/admin/subscribers/:id/erasure. The address must be
// typed.
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
	ctx, cancel := whole(c)
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
	if err := a.Store.noteErasure(ctx, session.ActorOf(ctx), id); err != nil {
		return err
	}
	c.JSON(http.StatusOK, received{Status: "received"})
	return nil
}

// FileDeadline is how long an import or an export may take.
const FileDeadline = time.Hour

// MaxImportBody is the most bytes of an import's body.
const MaxImportBody = maxImportFile + 64<<10

var errFileTooLarge = fault.New(fault.TooLarge, "This file is larger than 256 MB. Split it and import the parts one at a time.")

// Import handles POST /api/admin/subscribers/import with multipart file and
// dryRun, which may stand in the address too.
func (a Admin) Import(c *gin.Context) error {
	if c.Request.ContentLength > MaxImportBody {
		return errFileTooLarge
	}
	takeTime(c)
	file, err := os.CreateTemp("", "import-")
	if err != nil {
		return err
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil { // so that nothing is left of it, however this ends
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
	var steady pace.Pace
	done, err := a.Store.Import(ctx, session.ActorOf(ctx), file, Options{DryRun: dryRun, Erased: erased, Watch: Watch{Progress: func(int, int) { steady.Rest(ctx) }}})
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, done)
	return nil
}

// takeTime lets a request and its answer take longer than others.
func takeTime(c *gin.Context) {
	end := time.Now().Add(FileDeadline)
	if control := http.NewResponseController(c.Writer); control.SetReadDeadline(end) == nil {
		_ = control.SetWriteDeadline(end)
	}
}

// receive writes the file of a form to out, from whose start it can be read then.
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
	takeTime(c)
	ctx := c.Request.Context()
	total, err := a.Store.size(ctx)
	if err != nil {
		return err
	}
	told, over := a.Exporting(ctx, total)
	defer over()
	return httpx.StreamCSV(c, "subscribers", exportColumns(), func(write func(row ...any) error) error {
		return a.Store.exportAll(ctx, session.ActorOf(ctx), write, told)
	})
}

// whole is the context of an erasure, which goes on to its end though whoever
// asked for it has gone.
func whole(c *gin.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(c.Request.Context()), time.Minute)
}

// pathID reads the parameter id; what is no id names nobody.
func pathID(c *gin.Context) (uuid.UUID, error) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return id, ErrNotFound
	}
	return id, nil
}
