// Package setup asks for what a new production site needs before it can start,
// on one page at /setup. Opening the page takes a code that the log shows and
// bin/server setup prints.
package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"thriftwell/server/platform/config"
	"thriftwell/server/platform/port"
)

// Covers reports whether the page asks for every setting that err, of
// config.Load, is about.
func Covers(err error) bool {
	asked := []string{dataKeys}
	for _, f := range fields() {
		asked = append(asked, f.setting)
	}
	return !slices.ContainsFunc(config.Wrong(err), func(setting string) bool { return !slices.Contains(asked, setting) })
}

// Options configure the page.
type Options struct {
	Config config.Config // what is known before the answers
	// Load returns the settings with these answers, by setting. Those of the
	// environment win.
	Load func(answers map[string]string) (config.Config, error)
	// Given reports whether the environment has a setting, so that it isn't asked.
	Given func(setting string) bool
	Log   *slog.Logger
}

// How long requests may take.
const (
	readTimeout  = 10 * time.Second
	writeTimeout = 60 * time.Second // a mail server may be slow
	endTimeout   = 5 * time.Second
)

// Run serves the page until the answers are complete and kept in the file
// config.SetupFile, or until ctx ends.
func Run(ctx context.Context, o Options) error {
	if err := os.MkdirAll(o.Config.DataDir, 0o700); err != nil {
		return fmt.Errorf("make DATA_DIR: %w", err)
	}
	listener, err := port.Listen(o.Config.Addr())
	if err != nil {
		return err
	}
	p := &page{Options: o, draft: filepath.Join(o.Config.DataDir, draftFile), code: codeFile(o.Config), done: make(chan struct{})}
	code, err := readOrMake(p.code)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	p.tell(code)
	server := &http.Server{Handler: p.handler(), ReadTimeout: readTimeout, WriteTimeout: writeTimeout}
	go func() {
		select {
		case <-ctx.Done():
		case <-p.done:
		}
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		defer cancel()
		_ = server.Shutdown(limited)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *page) tell(code string) {
	p.Log.Warn("this site isn't set up yet; open the page and enter the code", "page", p.Config.BaseURL+"/setup", "code", code)
}

// keep writes the answers to the file that later starts read, and removes what
// only the page needed.
func (p *page) keep(settings map[string]string) error {
	text, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return err
	}
	if err := write(p.Config.SetupFile(), append(text, '\n')); err != nil {
		return err
	}
	return errors.Join(os.Remove(p.draft), os.Remove(p.code))
}

// write writes a file that only this user may read, whole or not at all.
func write(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".new-") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
