package checks

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"thriftwell/server/platform/config"
)

func TestTheDoctorSuggestsTheSettingForASmallServer(t *testing.T) {
	const small, large = "MemTotal:         984532 kB\nMemFree: 1 kB\n", "MemTotal:        2014532 kB\n"
	if p := memoryProblem(small, config.Config{}); p == nil || p.Weight != Warning || !strings.Contains(p.What, "961 MB") || !strings.Contains(p.Mend, "SMALL_SERVER=true") {
		t.Errorf("on 1 GB: %+v", p)
	}
	for meminfo, c := range map[string]config.Config{small: {SmallServer: true}, large: {}, "": {}} {
		if p := memoryProblem(meminfo, c); p != nil {
			t.Errorf("on %q: %+v", meminfo, p)
		}
	}
}

func TestAFullDiskEndsTheStartOfASiteThatNeedsIt(t *testing.T) {
	const none, some = 0, 100 << 20
	site := config.Config{DataDir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(site.DataDir, "postgres"), 0o700); err != nil {
		t.Fatal(err)
	}
	fresh, elsewhere := config.Config{DataDir: t.TempDir()}, config.Config{DatabaseURL: "postgres://db", Env: "production"}
	for _, c := range []struct {
		what  string
		site  config.Config
		free  uint64
		fatal bool
	}{{"full", site, none, true}, {"nearly full", site, some, false}, {"new and nearly full", fresh, some, true}, {"full, with a Postgres of its own", elsewhere, none, false}} {
		p := diskProblem(c.free, needed(c.site))
		if p == nil || (p.Weight == Fatal) != c.fatal || !strings.HasPrefix(p.Mend, "Free at least 1 GB") {
			t.Errorf("%s: %+v", c.what, p)
		}
	}
	if p := diskProblem(leastDisk, newSite); p != nil {
		t.Errorf("with enough space: %+v", p)
	}
}

func TestANewSiteWithItsPostgresElsewhereNeedsNoRoom(t *testing.T) {
	full := "/proc/thriftwell" // a disk without free space
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	for address, fatal := range map[string]bool{"postgres://db": false, "": true} {
		p := Room(config.Config{DataDir: full, DatabaseURL: address, Env: "production"}).Run(t.Context())
		if p == nil || (p.Weight == Fatal) != fatal {
			t.Errorf("with DATABASE_URL %q: %+v", address, p)
		}
	}
}
