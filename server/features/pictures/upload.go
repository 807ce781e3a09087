package pictures

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
)

// upload is an uploaded file.
type upload struct {
	file string // path of the file
	hash string
	name string
	alt  string
}

// receive reads a multipart body: the picture, which it writes to file, and its
// alt text.
func receive(r *http.Request, file string) (u upload, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return u, fault.New(fault.UnsupportedType, "Send the picture as multipart/form-data, in the field file.")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && part.FormName() == "file" && u.file == "" {
			err = u.takeFile(part, file)
		} else if err == nil && part.FormName() == "alt" {
			err = u.takeAlt(part)
		}
		if err != nil {
			return u, drained(r.Body, err)
		}
	}
	if u.file == "" {
		return u, errNoFile
	}
	return u, nil
}

// drained reads the rest of the body before an error is sent.
func drained(body io.Reader, err error) error {
	_, _ = io.Copy(io.Discard, body)
	var f *fault.Error
	var tooLarge *http.MaxBytesError
	var disk *fs.PathError
	if errors.As(err, &f) || errors.As(err, &tooLarge) || errors.As(err, &disk) {
		return err
	}
	return fault.New(fault.Invalid, "The request was cut off. Try again.").Because(err)
}

func (u *upload) takeFile(part *multipart.Part, file string) error {
	name := sentName(part)
	if strings.ContainsAny(name, `/\`) || name == ".." {
		return errName
	}
	var odd string
	if u.name, odd = form.Line(name, maxName); u.name == "" || odd != "" {
		u.name = "Picture"
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(part, MaxFile+1))
	switch {
	case err != nil:
		return err
	case n > MaxFile:
		return errTooLarge
	case n == 0:
		return errNoFile
	}
	u.file, u.hash = file, hex.EncodeToString(sum.Sum(nil)[:16])
	return nil
}

// sentName returns the file name as sent. FileName would remove its folders.
func sentName(part *multipart.Part) string {
	_, params, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	return params["filename"]
}

func (u *upload) takeAlt(part *multipart.Part) error {
	text, err := io.ReadAll(io.LimitReader(part, 16*maxAlt))
	if err != nil {
		return err
	}
	trimmed, wrong := form.Line(string(text), maxAlt)
	if wrong != "" {
		return fault.Form([]fault.Field{{Field: "alt", Message: wrong}})
	}
	u.alt = trimmed
	return nil
}
