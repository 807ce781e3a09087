package app

import (
	"context"
	"strings"
	"testing"
)

func TestAReadOfContentIsKeptCompressedAndWithAnETag(t *testing.T) {
	s := openSite(t)
	first := s.get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br")
	again := s.get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br")
	if again.Header.Get("Content-Encoding") != "br" || !strings.Contains(again.Header.Get("Cache-Status"), "hit") {
		t.Errorf("encoding %q, %q", again.Header.Get("Content-Encoding"), again.Header.Get("Cache-Status"))
	}
	unchanged := s.get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br", "If-None-Match", first.Header.Get("ETag"))
	if unchanged.Status != 304 {
		t.Errorf("an unchanged answer came again: %d", unchanged.Status)
	}
	if again.Header.Get("Cache-Tag") == "" {
		t.Error("a kept answer lost its tags, which the renderer needs")
	}
	if n := s.get("/api/listicles?limit=3").Header.Get("X-Total-Count"); n != "12" {
		t.Errorf("a kept list lost its count: %q", n)
	}
}

func TestAWriteReachesThePageAndTheAnswerItIsMadeOf(t *testing.T) {
	s := openSite(t)
	const page, read = "/guides/start-an-emergency-fund", "/api/listicles/start-an-emergency-fund"
	s.get(page)
	if _, err := s.db.Pool.Exec(context.Background(), "UPDATE guides SET title = 'A Title That Is New' WHERE slug = 'start-an-emergency-fund'"); err != nil {
		t.Fatal(err)
	}
	s.cache.Invalidate("guides")
	for _, path := range []string{page, read} {
		if !strings.Contains(s.get(path).Body, "A Title That Is New") {
			t.Errorf("%s is what it was before the write", path)
		}
	}
}
