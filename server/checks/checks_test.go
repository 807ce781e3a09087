package checks

import (
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
