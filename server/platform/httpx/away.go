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

// retryDatabase is how long a client is asked to wait while Postgres is away.
const retryDatabase = 2 * time.Second

// databaseAway reports whether err says that Postgres can't be reached, is
// starting or stopping, lets nobody in, or takes no writes (SQLSTATE classes 08,
// 28, 3D, 53 and 57P, and 25006). It knows the errors of the driver by their methods.
func databaseAway(err error) bool {
	var refused interface{ SQLState() string }
	if errors.As(err, &refused) {
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

// isConnectionLost reports whether a connection could not be made, or broke
// under a query.
func isConnectionLost(err error) bool {
	var op *net.OpError
	var unknown *net.DNSError
	return errors.As(err, &op) || errors.As(err, &unknown) ||
		errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE)
}
