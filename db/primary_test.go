package db_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// A former primary that becomes read-only may keep its connections.
func TestConnectionsToAReadOnlyServerAreClosed(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var former []*pgxpool.Conn
	for range 3 {
		conn, err := d.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), "SET default_transaction_read_only = on"); err != nil {
			t.Fatal(err)
		}
		former = append(former, conn)
	}
	for _, conn := range former {
		conn.Release()
	}
	const write = "CREATE TABLE written (n int)"
	refused := new(pgconn.PgError)
	if _, err := d.Pool.Exec(t.Context(), write); !errors.As(err, &refused) || refused.Code != "25006" {
		t.Fatalf("a former primary accepted a write: %v", err)
	}
	if _, err := d.Pool.Exec(t.Context(), write); err != nil {
		t.Errorf("the next write: %v", err)
	}
}

// No pool closes single connections, such as those that listen for edits.
func TestUnresponsiveServersTimeOut(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	primary, err := pgx.ParseConfig(dbtest.NewEmpty(t))
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(silent.Addr().String())
	address := url.URL{Scheme: "postgres", User: url.UserPassword(primary.User, primary.Password), Path: "/" + primary.Database, RawQuery: url.Values{
		"host": {host + "," + primary.Host}, "port": {fmt.Sprintf("%s,%d", port, primary.Port)}, "sslmode": {"disable"},
	}.Encode()}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	conn, err := db.Connect(ctx, address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := conn.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestQueriesOnAFormerPrimaryEndWithTheFailover(t *testing.T) {
	t.Parallel()
	address := dbtest.NewEmpty(t)
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close(context.Background()) })
	begin := func(timeline int) { // for connections that find the function here first
		if _, err := other.Exec(t.Context(), fmt.Sprintf(`CREATE OR REPLACE FUNCTION pg_walfile_name(pg_lsn) RETURNS text LANGUAGE sql
			AS 'SELECT ''%08X0000000A00000001''::text'`, timeline)); err != nil {
			t.Fatal(err)
		}
	}
	begin(9)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	settings := at.Query()
	settings.Set("search_path", "public,pg_catalog")
	at.RawQuery = settings.Encode()
	d, err := db.Open(t.Context(), at.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	waiting, ended := make(chan struct{}), make(chan error, 2)
	for range cap(ended) {
		conn, err := d.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer conn.Release()
			waiting <- struct{}{}
			_, err := conn.Exec(t.Context(), "SELECT pg_sleep(600)")
			ended <- err
		}()
		<-waiting
	}
	begin(10)
	conn, err := d.Pool.Acquire(t.Context()) // on its own connection, as the others are in use
	if err != nil {
		t.Fatal(err)
	}
	conn.Release()
	for range cap(ended) {
		if err := <-ended; err == nil {
			t.Error("the query ended without an error")
		}
	}
	if err := d.Pool.Ping(t.Context()); err != nil {
		t.Errorf("the new connection: %v", err)
	}
}
