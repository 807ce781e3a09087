package httpx

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"
)

// retryDatabase is the Retry-After while Postgres is down.
const retryDatabase = 2 * time.Second

// databaseDown reports whether err means that Postgres can't be reached, is
// starting or stopping, ended or rejected the connection (severity FATAL), or
// is read-only (SQLSTATE classes 08, 28, 3D, 53 and 57P, and 25006). It
// recognizes the driver's errors by their methods.
func databaseDown(err error) bool {
	var refused interface {
		error
		SQLState() string
	}
	if errors.As(err, &refused) {
		if strings.HasPrefix(refused.Error(), "FATAL: ") {
			return true
		}
		for _, class := range []string{"08", "28", "3D", "53", "57P", "25006"} {
			if strings.HasPrefix(refused.SQLState(), class) {
				return true
			}
		}
		return false
	}
	var unsent interface{ SafeToRetry() bool }
	return errors.As(err, &unsent) && unsent.SafeToRetry() || isConnectionLost(err)
}

// retryDisk is the Retry-After while a disk is full.
const retryDisk = time.Minute

// diskFull reports whether err means that a disk is full: the site's own or, by
// SQLSTATE 53100, that of Postgres.
func diskFull(err error) bool {
	var refused interface{ SQLState() string }
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.As(err, &refused) && refused.SQLState() == "53100"
}

// isConnectionLost reports whether a connection could not be opened, or broke
// during a query.
func isConnectionLost(err error) bool {
	var op *net.OpError
	var unknown *net.DNSError
	return errors.As(err, &op) || errors.As(err, &unknown) ||
		errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE)
}
