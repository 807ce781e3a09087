package httpx

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"syscall"
	"time"
)

// retryDatabase is how long a client is asked to wait while Postgres is away.
const retryDatabase = 2 * time.Second

// isConnectionLost reports whether a connection broke under a query.
func isConnectionLost(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) ||
		errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE)
}
