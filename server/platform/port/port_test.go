package port_test

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"thriftwell/server/platform/port"
)

func TestListenNamesTheHolderOfAPort(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		taken, err := net.Listen("tcp", address)
		if err != nil {
			t.Log("no such network: ", err)
			continue
		}
		defer taken.Close()
		_, err = port.Listen(taken.Addr().String())
		number := taken.Addr().(*net.TCPAddr).Port
		want := fmt.Sprintf("PORT %d is in use by process %d (", number, os.Getpid())
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "or change PORT") {
			t.Errorf("got %v, want %q…", err, want)
		}
	}
}

func TestListenOnAFreePort(t *testing.T) {
	l, err := port.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}
